// Python in a worker: unpacks the kit and one game, and hands every request to the session.
import { loadPyodide } from "./pyodide/pyodide.mjs";

let session = null;

async function fetched(address) {
  const answer = await fetch(new URL(address, import.meta.url));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

async function begin(wanted, folder) {
  postMessage({ tell: "Fetching Python and the rules …" });
  const archives = Promise.all(wanted.map(fetched));
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  postMessage({ tell: "Reading the rules …" });
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: "/home/pyodide" });
  python.globals.set("folder", folder);
  session = python.runPython(
    'import os, sys\nos.environ["RULEKIT_CACHE"] = "/home/pyodide/cache"\nsys.path.insert(0, "/home/pyodide/kit")\n' +
      "from rulekit.webplay.in_browser import answerer_for\nanswerer_for(folder)",
  );
  return {};
}

addEventListener("message", async ({ data: { id, request } }) => {
  try {
    const answer = request.archives ? await begin(request.archives, request.folder) : JSON.parse(session(JSON.stringify(request)));
    postMessage({ id, answer });
  } catch (fault) {
    postMessage({ id, fault: fault.message.trim().split("\n").at(-1) });
  }
});
