import { spawn } from "node:child_process";
import { once } from "node:events";
import { browserPath } from "../support/browser.ts";

const START_LIMIT_MS = 30_000;

export type Cookie = { name: string; value: string; url: string };

export type Chromium = {
  port: number;
  setCookie(cookie: Cookie): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a browser with a fresh profile that takes commands through a port. */
export async function startChromium(profile: string): Promise<Chromium> {
  const child = spawn(await browserPath(), [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ]);
  const exit = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    let output = "";
    const fail = (why: string) => reject(new Error(`the browser ${why}:\n${output}`));
    const limit = setTimeout(() => fail("did not start"), START_LIMIT_MS);
    child.once("error", reject);
    child.once("exit", () => fail("ended before it could be reached"));
    child.stderr.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
      const ready = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(output);
      if (ready === null) return;
      clearTimeout(limit);
      resolve(Number(ready[1]));
    });
  }).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  return {
    port,
    setCookie: (cookie) => order(port, "Storage.setCookies", { cookies: [cookie] }),
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}

/** Sends the browser one command and waits until it is done. */
async function order(port: number, method: string, params: object): Promise<void> {
  const about = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(about.webSocketDebuggerUrl);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => socket.send(JSON.stringify({ id: 1, method, params })));
    socket.addEventListener("error", () => reject(new Error("the browser cannot be reached")));
    socket.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data)) as { error?: { message: string } };
      if (answer.error === undefined) resolve();
      else reject(new Error(answer.error.message));
    });
  });
  socket.close();
}
