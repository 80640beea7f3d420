// How the page reaches the session: a server on this machine, or Python in a worker of the browser.

export async function connect(config, tell) {
  if (config.ask) return server(config);
  const found = await fetch(config.kit, { cache: "no-cache" });
  const kit = found.ok ? await found.json() : { missing: `${config.kit}: ${found.status}` };
  if (kit.missing) throw new Error(kit.missing);
  return worker([kit.archive, config.game.archive], config.game.folder, tell);
}

async function server(config) {
  return async (request) => {
    const answer = await fetch(config.ask, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };
}

function worker(archives, folder, tell) {
  const running = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const waiting = new Map();
  let last = 0;
  const ask = (request) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      running.postMessage({ id: last, request });
    });
  running.addEventListener("message", ({ data }) => {
    if (data.tell) return tell(data.tell);
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    return data.fault ? reject(new Error(data.fault)) : resolve(data.answer);
  });
  running.addEventListener("error", (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "the worker cannot be started"));
  });
  return ask({ archives, folder }).then(() => ask);
}
