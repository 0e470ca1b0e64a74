import { mkdirSync } from "node:fs";
import { killAll, launch } from "chrome-launcher";
import { browserPath } from "../support/browser.ts";

export type Cookie = { name: string; value: string; url: string };

export type Chromium = {
  port: number;
  setCookie(cookie: Cookie): Promise<void>;
  stop(): void;
};

// Also those that are still starting.
process.once("exit", killAll);

/** Starts a browser with a fresh profile that takes commands through a port. It ends with this process at the latest. */
export async function startChromium(profile: string): Promise<Chromium> {
  mkdirSync(profile, { recursive: true });
  const { port, kill } = await launch({
    chromePath: await browserPath(),
    userDataDir: profile,
    ignoreDefaultFlags: true,
    chromeFlags: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
    handleSIGINT: false,
  });
  return {
    port,
    setCookie: (cookie) => order(port, "Storage.setCookies", { cookies: [cookie] }),
    stop: kill,
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
