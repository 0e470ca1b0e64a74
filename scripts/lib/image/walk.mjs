import { setTimeout as delay } from "node:timers/promises";
import tls from "node:tls";
import { SetupError } from "../setup-error.mjs";
import { docker, tryDocker } from "./docker.mjs";
import { Visitor } from "./visitor.mjs";

/** The test's own project, beside one that an operator may have on this machine. */
export const PROJECT = "veritick-test";
const SITE = "https://localhost";
const PERSON = { email: "kim@example.com", password: "a long enough secret" };
const BOSS = { name: "Harbour", email: "boss@example.com", password: "the boss's long secret" };
const APPS = ["app-1", "app-2"];
/** The most time for a start, because machines that run other tests at the same time are slow. */
const START_SECONDS = "240";

function check(holds, fault) {
  if (!holds) throw new SetupError(fault);
}

async function until(condition, what) {
  const deadline = performance.now() + 120_000;
  while (!(await condition())) {
    check(performance.now() < deadline, `this did not happen: ${what}`);
    await delay(100);
  }
}

const secondsSince = (startMs) => ((performance.now() - startMs) / 1000).toFixed(1);

async function step(title, work) {
  const startMs = performance.now();
  await work().catch((error) => {
    console.log(`  --  ${title} (failed)`);
    throw error;
  });
  console.log(`  ok  ${title} (${secondsSince(startMs)} s)`);
}

/**
 * Starts the services of compose.yaml and walks through them from the first start to a restored backup. Throws at the
 * first fault, after printing the ends of the logs.
 *
 * @param {object} given
 * @param {string[]} given.project the words that make Docker's command speak of the project
 * @param {string} given.image
 * @param {string} given.metricsToken
 * @param {string[]} given.left the services that do not start here
 * @returns {Promise<Record<string, string>>} figures to print
 */
export async function walk({ project, image, metricsToken, left }) {
  const compose = (...words) => docker(...project, ...words);
  const lasting = (await compose("config", "--services")).split("\n").filter((name) => !left.includes(name));
  const up = (...names) => compose("up", "--detach", ...names);
  const becomeHealthy = (...names) => up("--no-deps", "--wait", "--wait-timeout", START_SECONDS, ...names);
  const tryIn = (service, ...words) => tryDocker(...project, "exec", "-T", service, ...words);
  const runIn = (service, ...words) => compose("exec", "-T", service, ...words);
  const runOnce = (service, ...words) => compose("run", "--rm", "-T", service, ...words);
  const logOf = (service) => compose("logs", "--no-log-prefix", "--no-color", service);
  const command = (file, ...args) => ["node", `packages/server/src/cli/${file}`, ...args];
  /** Gets an address in a server's container, from where the services of the network `inside` can be reached. */
  const getInside = async (url, headers = {}) => {
    const get = `fetch(...${JSON.stringify([url, { headers }])}).then(async (answer) =>
      console.log(JSON.stringify({ status: answer.status, text: await answer.text() })))`;
    return JSON.parse(await runIn("app-1", "node", "-e", get));
  };
  const figures = {};

  const person = new Visitor(SITE);
  const stranger = new Visitor(SITE);
  let position;
  const balance = async () => (await person.ask("GET", "/api/auth/me")).balance;
  const positions = () => person.ask("GET", "/api/trading/positions");
  const findPosition = async () => (await positions()).find(({ id }) => id === position.id);
  const isReady = async () => (await stranger.get("/readyz")).status === 200;
  const hears = (type, matches, what) =>
    until(() => person.pushes.some((push) => push.type === type && matches(push)), what);

  /** Calls the site all the time while `work` runs, and expects an answer to each call. */
  async function withoutAPause(work) {
    const faults = [];
    let calls = 0;
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        for (const path of ["/api/auth/me", "/api/prices", "/healthz"]) {
          const { status } = await person.get(path).catch((error) => ({ status: error.message }));
          calls += 1;
          if (status !== 200) faults.push(`${path}: ${status}`);
        }
        // Two of the three calls count against the session, which may make 50 calls a second.
        await delay(50);
      }
    })();
    await work().finally(() => {
      isOver = true;
      return asking;
    });
    check(
      calls > 50 && faults.length === 0,
      `of ${calls} calls ${faults.length} failed: ${faults.slice(0, 5).join()}`,
    );
  }

  async function run() {
    await step("the services start in the order that compose asks for, and become healthy", async () => {
      await becomeHealthy("postgres");
      const startMs = performance.now();
      await up(...lasting);
      await becomeHealthy(...APPS);
      figures["Start, from migration to healthy"] = `${secondsSince(startMs)} s`;
      const authority = "/data/caddy/pki/authorities/local/root.crt";
      await until(
        async () => (await tryIn("proxy", "test", "-s", authority)).code === 0,
        "Caddy makes its authority",
      );
      tls.setDefaultCACertificates([await runIn("proxy", "cat", authority)]);
      await until(isReady, "a process is ready");
      const running = (await compose("ps", "--services", "--status", "running")).split("\n");
      const missing = lasting.filter((name) => name !== "migrate" && !running.includes(name));
      check(missing.length === 0, `these do not run: ${missing.join()}`);
    });

    await step("a process has no rights, no way to write, and only the files of the image", async () => {
      const none = "0".repeat(16);
      const rights = { Uid: "1000", CapEff: none, CapBnd: none, NoNewPrivs: "1" };
      for (const app of APPS) {
        const status = await runIn(app, "cat", "/proc/1/status", "/proc/self/status");
        const found = [...status.matchAll(/^(Uid|CapEff|CapBnd|NoNewPrivs):\s+(\w+)/gm)];
        check(found.length === 8, `${app} shows ${found.length} rights`);
        for (const [, name, value] of found) check(value === rights[name], `${app}: ${name} is ${value}`);
        for (const place of ["/app", "/app/packages/server/src", "/etc", "/backups", "/home/node"]) {
          const { code, all } = await tryIn(app, "touch", `${place}/written`);
          check(code !== 0 && all.includes("Read-only"), `${app} is not read-only at ${place}: ${all}`);
        }
        await runIn(app, "touch", "/tmp/written");
      }
    });

    await step(
      "the proxy reaches the processes alone, and nobody outside reaches anything else",
      async () => {
        const [proxy, postgres] = [await compose("ps", "-q", "proxy"), await compose("ps", "-q", "postgres")];
        const networks = "{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}";
        const address = await docker("inspect", "--format", networks, postgres);
        const reach = `const socket = require("net").connect({ port: 5432, host: "${address}", timeout: 3000 });
        for (const event of ["connect", "timeout", "error"])
          socket.on(event, () => { console.log(event); process.exit(); });`;
        // The proxy's own image has no Node.js.
        const words = ["run", "--rm", "--network", `container:${proxy}`, image, "node", "-e", reach];
        const outside = await docker(...words);
        check(["timeout", "error"].includes(outside), `the proxy reaches the database: ${outside}`);
        const own = await runIn("app-1", "node", "-e", reach);
        check(own === "connect", `a process does not reach the database: ${own}`);
      },
    );

    await step("the page comes by https, with the headers that protect it", async () => {
      const plain = await fetch("http://localhost/", { redirect: "manual" });
      const to = plain.headers.get("location");
      check([301, 308].includes(plain.status) && to === `${SITE}/`, `http answers ${plain.status}, to ${to}`);
      const page = await stranger.get("/");
      check(page.status === 200 && page.text.includes("<title>"), `the page answers ${page.status}`);
      const expected = {
        "content-security-policy": /default-src 'none'|default-src 'self'/,
        "strict-transport-security": /max-age=\d{7,}/,
        "x-content-type-options": /^nosniff$/,
        "referrer-policy": /./,
        "cross-origin-opener-policy": /same-origin/,
      };
      for (const [name, pattern] of Object.entries(expected)) {
        const value = page.headers.get(name);
        check(pattern.test(value ?? ""), `the page's ${name} is ${value}`);
      }
      check(page.headers.get("x-powered-by") === null, "the page says what made it");
      const [, source] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text);
      const script = await stranger.get(source);
      const isScript = /javascript/.test(script.headers.get("content-type"));
      check(script.status === 200 && isScript, `the script answers ${script.status}`);
      check(/immutable/.test(script.headers.get("cache-control")), "the script is not kept by browsers");
      check((await stranger.get("/veritick-verify.mjs")).status === 200, "the verifier is missing");
    });

    await step("health, status and metrics answer", async () => {
      const health = await stranger.ask("GET", "/healthz");
      check(health.status === "up", `health says ${JSON.stringify(health)}`);
      const { parts } = await stranger.ask("GET", "/api/status");
      check(parts.length === 5 && parts.every(({ isUp }) => isUp), `status says ${JSON.stringify(parts)}`);
      check((await stranger.get("/status")).status === 200, "there is no page of the status");
      check((await stranger.get("/metrics")).status === 404, "the proxy gives the metrics to everybody");
      const direct = "http://app-2:3000/metrics";
      check((await getInside(direct)).status !== 200, "the metrics need no token");
      const metrics = await getInside(direct, { authorization: `Bearer ${metricsToken}` });
      check(/^veritick_\w+/m.test(metrics.text), `the metrics are ${metrics.status}`);
    });

    await step("the address in the log makes the first administrator", async () => {
      const boss = new Visitor(SITE);
      const answers = [];
      for (const app of APPS) {
        const token = /\/setup\?token=([\w-]{43})/.exec(await logOf(app))?.[1];
        answers.push(await boss.call("POST", "/api/setup", { token, ...BOSS }));
      }
      const made = answers.filter(({ status }) => status === 201);
      check(
        made.length === 1,
        `the addresses answer ${answers.map(({ status, text }) => status + text).join()}`,
      );
      const listed = await runIn("app-1", ...command("admin.ts", "list"));
      check(listed.includes(BOSS.email), `admin list: ${listed}`);
    });

    await step("a person signs up, hears the price, deposits and opens a position", async () => {
      await person.ask("POST", "/api/auth/register", PERSON);
      check(person.hasCookie("__Host-session"), "the session cookie is not bound to this host");
      const logs = (await Promise.all(APPS.map(logOf))).join("\n");
      const seen = [...new Set([...logs.matchAll(/"clientAddress":"([^"]+)"/g)].map(([, one]) => one))];
      const format = `{{(index .NetworkSettings.Networks "${PROJECT}_front").Gateway}}`;
      const gateway = await docker("inspect", "--format", format, await compose("ps", "-q", "proxy"));
      // People come from outside, by the gateway. The proxy is at another address.
      check(seen.join() === gateway, `the log names ${seen.join()} as where people are, not ${gateway}`);
      await person.listen();
      await hears("price", () => true, "the price is pushed");
      await person.ask("POST", "/api/deposits", { amount: "50.00" });
      await hears(
        "depositUpdate",
        ({ deposit }) => deposit.status === "confirmed",
        "the deposit is credited",
      );
      await until(isReady, "a process takes orders");
      const order = { type: "buy", amount: "10.00", duration: 1 };
      position = await person.ask("POST", "/api/trading/positions", order);
      check((await balance()) === "40.00000000", `the balance is ${await balance()}`);
    });

    await step("each process ends in order and comes back while people are served", async () => {
      const seconds = [];
      await withoutAPause(async () => {
        for (const app of APPS) {
          const startMs = performance.now();
          await compose("stop", app);
          seconds.push(secondsSince(startMs));
          const id = await compose("ps", "--all", "-q", app);
          const code = await docker("inspect", "--format", "{{.State.ExitCode}}", id);
          check(code === "0", `${app} ended with ${code}`);
          await becomeHealthy(app);
          // Waits until the proxy has noticed.
          await delay(2_000);
        }
      });
      figures["End of a process on SIGTERM"] = `${Math.max(...seconds)} s`;
      const inOrder = person.closings.length > 0 && person.closings.every((code) => code === 1001);
      check(inOrder, `the live connection ended with ${person.closings.join()}`);
    });

    await step("killing everything loses nothing", async () => {
      await compose("kill", ...APPS, "nats", "postgres");
      const restarting = await stranger.get("/api/prices", { "accept-language": "fr" });
      const isFrench = restarting.text.includes('"message":"Le serveur redémarre');
      check(
        restarting.status === 503 && isFrench,
        `the proxy answers ${restarting.status} ${restarting.text}`,
      );
      await up(...lasting);
      await becomeHealthy(...APPS);
      await until(isReady, "a process is ready again");
      const kept = await findPosition();
      const [was, is] = [position, kept].map((one) => JSON.stringify(one));
      check(kept.barrierPrice === position.barrierPrice, `the position was ${was} and is ${is}`);
    });

    await step("a position is sold and its owner is told, the other one is settled", async () => {
      const heard = person.pushes.length;
      await until(() => person.pushes.length > heard, "the price is heard again");
      const order = { type: "sell", amount: "5.00", duration: 10 };
      const { id } = await person.ask("POST", "/api/trading/positions", order);
      await person.ask("POST", `/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
      await hears("positionResolved", ({ position: one }) => one.id === id, "its owner is told");
      await until(async () => (await findPosition()).status !== "active", "the other one is settled");
      const minor = (text) => BigInt(text.replace(".", ""));
      const expected = (await positions()).reduce(
        (sum, { profit }) => sum + minor(profit),
        minor("50.00000000"),
      );
      check(minor(await balance()) === expected, `the balance is ${await balance()}, not ${expected}`);
    });

    await step(
      "Prometheus reads every process with its secret, and its rules do what their tests say",
      async () => {
        const ask = async (path) =>
          JSON.parse((await getInside(`http://prometheus:9090/api/v1/${path}`)).text).data;
        await until(async () => {
          const { activeTargets: targets } = await ask("targets");
          return targets.length === APPS.length && targets.every(({ health }) => health === "up");
        }, "all processes are read");
        const rules = (await ask("rules")).groups.flatMap((group) => group.rules);
        check(rules.length > 0 && rules.every(({ lastError }) => !lastError), "a rule fails");
        await runIn("prometheus", "promtool", "test", "rules", "/etc/prometheus/alerts-test.yml");
      },
    );

    await step("a process holds less than half of its memory", async () => {
      for (const app of APPS) {
        const format = "{{.MemPerc}} {{.MemUsage}}";
        const usage = await docker(
          "stats",
          "--no-stream",
          "--format",
          format,
          await compose("ps", "-q", app),
        );
        const [, percent, held] = /^([\d.]+)% (.+ \/ 1GiB)$/.exec(usage) ?? [];
        check(Number(percent) < 50, `${app} holds ${usage}`);
        figures[`Memory of ${app}`] = held;
      }
    });

    await step("the commands of the handbook run in their containers", async () => {
      await runIn("app-2", ...command("ledger-check.ts"));
      await runIn("app-1", ...command("liabilities.ts"));
      const capital = ["--add", "50000", "--note", "From the owner"];
      await runIn("app-1", ...command("house-capital.ts", ...capital));
      await runIn("hourly-backup", ...command("backup.ts", "/backups/evidence"));
      const month = new Date(performance.timeOrigin - 60 * 86_400_000).toISOString().slice(0, 7);
      await runOnce("archive", "--month", month, "--to", "/archives");
    });

    await step("a backup is made every hour, and one restores as the handbook says", async () => {
      const before = await balance();
      check(/veritick-\w+/.test(await logOf("hourly-backup")), "the hourly backup was not made");
      const made = await runOnce("backup", "--keep", "14");
      const [name] = /veritick-\d{8}T\d+Z/.exec(made) ?? [];
      const users = [...APPS, "hourly-backup"];
      await compose("stop", ...users);
      const sql = ["alter database veritick rename to veritick_before_restore", "create database veritick"];
      const statements = sql.flatMap((statement) => ["-c", statement]);
      await runIn("postgres", "psql", "-U", "veritick", "-d", "postgres", ...statements);
      await runOnce("restore", `/backups/${name}`);
      await compose("start", ...users);
      await becomeHealthy(...APPS);
      await until(isReady, "the proxy has noticed");
      await person.ask("POST", "/api/auth/login", PERSON);
      check((await balance()) === before, `the restored balance is ${await balance()}`);
    });
  }

  try {
    await run();
    return figures;
  } catch (error) {
    console.error((await tryDocker(...project, "logs", "--tail", "25")).all);
    throw error;
  } finally {
    person.leave();
  }
}
