// Plays games in the Python of browsers, run by node: node in_node.mjs FOLDER-OF-PLAY [GAME ARCHIVE]...
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, kit, steps, ...games] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
  const unpack = (name) => {
    const bytes = new Uint8Array(readFileSync(`${folder}/${name}`));
    python.unpackArchive(bytes.buffer, "zip", { extractDir: "/home/pyodide" });
  };
  unpack(kit);
  python.runPython(
    'import os, sys\nos.environ["RULEKIT_CACHE"] = "/home/pyodide/cache"\nsys.path.insert(0, "/home/pyodide/kit")\n' +
      "from rulekit.webplay.in_browser import answerer_for",
  );
  for (const game of games) {
    unpack(game);
    const name = game.replace(/^games\//, "").replace(/-[0-9a-f]{8}\.zip$/, "");
    python.globals.set("folder", `/home/pyodide/games/${name}`);
    const answer = python.runPython("answerer_for(folder)");
    const ask = (request) => JSON.parse(answer(JSON.stringify(request)));
    let state = ask({ ask: "begin", seed: "1", people: [0] });
    for (let step = 0; step < Number(steps) && !state.result && !state.problem; step += 1) state = ask({ ask: "any" });
    const { text } = ask({ ask: "position" });
    console.log(JSON.stringify({ name, problem: state.problem ?? "", text: text ?? "" }));
  }
} catch (fault) {
  console.error(fault.message.split("\n").slice(-4).join(" "));
  process.exitCode = 1;
}
