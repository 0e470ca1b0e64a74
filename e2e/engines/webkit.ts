import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { ChildProcess } from "node:child_process";
import { KEYS } from "./driver.ts";
import type { Driver } from "./driver.ts";

const SCREEN = "1600x1200x24";

/** Starts WebKitGTK's small browser on a screen of its own. */
export async function startWebkit(): Promise<Driver> {
  // With 3 as -displayfd, the server takes a free number and writes it to its fourth stream.
  const xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const [display] = (await once(xvfb.stdio[3]!, "data")) as [Buffer];
  const env = {
    ...process.env,
    DISPLAY: `:${display.toString().trim()}`,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    LANG: "en_GB.UTF-8",
    TZ: "UTC",
  };
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env });
  try {
    const { sessionId } = await startSession(port);
    const call = callerOf(`http://127.0.0.1:${port}/session/${sessionId}`);
    await call("POST", "/timeouts", { script: 60_000, pageLoad: 30_000 });
    await call("POST", "/window/rect", { x: 0, y: 0, width: 1180, height: 1000 });
    return driverOf(call, await call<string>("GET", "/window"), async () => {
      await call("DELETE", "").catch(() => undefined);
      end(driver, xvfb);
    });
  } catch (error) {
    end(driver, xvfb);
    throw error;
  }
}

const end = (...children: ChildProcess[]) => children.forEach((child) => child.kill());

/** Where Debian puts the small browser. */
function browserPath(): string {
  const found = readdirSync("/usr/lib", { recursive: false, encoding: "utf8" })
    .filter((name) => name.endsWith("-linux-gnu"))
    .map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`)
    .filter((path) => existsSync(path));
  return found[0] ?? "MiniBrowser";
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startSession(port: number): Promise<{ sessionId: string }> {
  const options = { binary: browserPath(), args: ["--automation"] };
  for (let tries = 0; ; tries += 1) {
    try {
      return await callerOf(`http://127.0.0.1:${port}`)("POST", "/session", {
        capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
      });
    } catch (error) {
      // The driver does not say when it listens.
      if (!(error instanceof TypeError) || tries >= 50) throw error;
      await wait(100);
    }
  }
}

type Call = <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>;

const callerOf =
  (base: string): Call =>
  async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(base + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

const keyActions = (values: readonly string[]) => ({
  type: "key",
  id: "keyboard",
  actions: values.flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]),
});

function driverOf(call: Call, handle: string, close: () => Promise<void>): Driver {
  const act = (action: object) => call<void>("POST", "/actions", { actions: [action] });
  return {
    engine: "webkit",
    goto: (url) => call("POST", "/url", { url }),
    async evaluate<T>(body: string, ...args: readonly unknown[]) {
      const script = `const [args, done] = arguments;
        (async () => {${body}})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await call<{ value: T; error?: string }>("POST", "/execute/async", {
        script,
        args: [args],
      });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    pressAt: (x, y) =>
      act({
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions: [
          { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ],
      }),
    type: (text) => act(keyActions([...text])),
    key: (name) => act(keyActions([KEYS[name]])),
    screenshot: async () => Buffer.from(await call<string>("GET", "/screenshot"), "base64"),
    resize: async (width, height) => {
      await call("POST", "/window/rect", { width, height });
    },
    // A tab of this small browser stays hidden, and a press on it is never answered. A window shares all that tabs share.
    async newTab() {
      const { handle: opened } = await call<{ handle: string }>("POST", "/window/new", { type: "window" });
      await call("POST", "/window", { handle: opened });
      return driverOf(call, opened, close);
    },
    toFront: () => call("POST", "/window", { handle }),
    closeTab: async () => void (await call("DELETE", "/window")),
    setOffline: undefined,
    close,
  };
}
