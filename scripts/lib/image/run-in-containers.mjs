import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import tls from "node:tls";
import { root } from "../root.mjs";
import { fillEnvironment, readCompose } from "./compose-file.mjs";
import { createEngine } from "./containers.mjs";
import { standIns } from "./stand-ins.mjs";
import { Visitor } from "./visitor.mjs";

const SITE = "https://localhost";
const PEOPLE = { email: "kim@example.com", password: "a long enough secret" };
const BOSS = { name: "Harbour", email: "boss@example.com", password: "the boss's long secret" };
const { image, folder, programs } = JSON.parse(process.argv[2]);

const environment = fillEnvironment({ HOUSE_CAPITAL: "100000", SANDBOX_CONFIRM_SECONDS: "1" });
const compose = readCompose(environment);
const engine = createEngine({
  compose,
  image,
  folder,
  init: programs["tini-static"],
  stand: standIns(programs),
});
const apps = Object.keys(compose.services).filter((name) => /^app-\d$/.test(name));
const figures = {};

function check(holds, fault) {
  if (!holds) throw new Error(fault);
}

async function until(condition, what, withinMs = 120_000) {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`this did not happen: ${what}`);
    await delay(100);
  }
}

async function step(title, work) {
  const startMs = performance.now();
  await work();
  console.log(`  ok  ${title} (${((performance.now() - startMs) / 1000).toFixed(1)} s)`);
}

/** The services that run all the time and that this machine can run. */
const lasting = engine.known.filter((name) => compose.services[name].profiles === undefined);
const command = (file, ...args) => ["node", `packages/server/src/cli/${file}`, ...args];
const servers = () => apps.map((name) => engine.running.get(name));

async function startAll() {
  for (const name of lasting) await engine.up(name);
  await Promise.all(servers().map((server) => engine.becomesHealthy(server)));
}

const person = new Visitor(SITE);
const stranger = new Visitor(SITE);
let position;
const balance = async () => (await person.ask("GET", "/api/auth/me")).balance;
const findPosition = async () =>
  (await person.ask("GET", "/api/trading/positions")).find(({ id }) => id === position.id);
const isReady = async () => (await stranger.get("/readyz")).status === 200;

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
  try {
    await work();
  } finally {
    isOver = true;
    await asking;
  }
  check(
    calls > 50 && faults.length === 0,
    `of ${calls} calls ${faults.length} failed: ${faults.slice(0, 5).join(", ")}`,
  );
}

async function walk() {
  await step("the services start in the order that compose asks for, and become healthy", async () => {
    engine.makeNetworks();
    await engine.up("postgres");
    await engine.becomesHealthy(engine.running.get("postgres"));
    const startMs = performance.now();
    await startAll();
    figures["Start, from migration to healthy"] = `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
    const authority = join(
      folder,
      "volumes",
      "certificates",
      "caddy",
      "pki",
      "authorities",
      "local",
      "root.crt",
    );
    await until(() => existsSync(authority), "Caddy makes its authority");
    tls.setDefaultCACertificates([readFileSync(authority, "utf8")]);
    await until(isReady, "a process is ready");
  });

  await step("a process has no rights, no way to write, and only the files of the image", async () => {
    for (const server of servers()) {
      const { output } = await server.exec("cat", "/proc/1/status", "/proc/self/status");
      for (const [, name, value] of output.matchAll(/^(Uid|CapEff|CapBnd|NoNewPrivs):\s+(\w+)/gm)) {
        const expected = { Uid: "1000", CapEff: "0".repeat(16), CapBnd: "0".repeat(16), NoNewPrivs: "1" }[
          name
        ];
        check(value === expected, `${server.name}: ${name} is ${value}`);
      }
      for (const place of ["/app", "/app/packages/server/src", "/etc", "/backups", "/home/node"]) {
        const { status } = await server.exec("touch", `${place}/written`);
        check(status !== 0, `${server.name} could write into ${place}`);
      }
      check(
        (await server.exec("touch", "/tmp/written")).status === 0,
        `${server.name} cannot write into /tmp`,
      );
    }
  });

  await step("the proxy reaches the processes alone, and nobody outside reaches anything else", async () => {
    const proxy = engine.running.get("proxy");
    const database = `/dev/tcp/${engine.addressOf("postgres")}/5432`;
    const reached = await proxy.exec("timeout", "3", "bash", "-c", `: < ${database}`);
    check(reached.status !== 0, "the proxy reaches the database");
    const own = await engine.running
      .get("app-1")
      .exec("node", "-e", "require('net').connect(5432,'postgres').on('connect',()=>process.exit(0))");
    check(own.status === 0, `a process does not reach the database: ${own.output}`);
  });

  await step("the page comes by https, with the headers that protect it", async () => {
    const plain = await fetch("http://localhost/", { redirect: "manual" });
    check([301, 308].includes(plain.status), `http answers ${plain.status}`);
    check(plain.headers.get("location") === `${SITE}/`, `http leads to ${plain.headers.get("location")}`);
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
      check(pattern.test(page.headers.get(name) ?? ""), `the page's ${name} is ${page.headers.get(name)}`);
    }
    check(page.headers.get("x-powered-by") === null, "the page says what made it");
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text);
    const loaded = await stranger.get(script);
    check(
      loaded.status === 200 && /javascript/.test(loaded.headers.get("content-type")),
      `the script answers ${loaded.status}`,
    );
    check(/immutable/.test(loaded.headers.get("cache-control")), "the script is not kept by browsers");
    check((await stranger.get("/veritick-verify.mjs")).status === 200, "the verifier is missing");
  });

  await step("health, status and metrics answer", async () => {
    const health = await stranger.ask("GET", "/healthz");
    check(health.status === "up", `health says ${JSON.stringify(health)}`);
    const { parts } = await stranger.ask("GET", "/api/status");
    check(parts.length === 5 && parts.every(({ isUp }) => isUp), `status says ${JSON.stringify(parts)}`);
    check((await stranger.get("/status")).status === 200, "there is no page of the status");
    check((await stranger.get("/metrics")).status === 404, "the proxy gives the metrics to everybody");
    const direct = `http://${engine.addressOf("app-1")}:3000/metrics`;
    check((await fetch(direct)).status !== 200, "the metrics need no token");
    const token = { authorization: `Bearer ${environment.METRICS_TOKEN}` };
    const metrics = await (await fetch(direct, { headers: token })).text();
    check(/^veritick_\w+/m.test(metrics), "the metrics are empty");
  });

  await step("the address in the log makes the first administrator", async () => {
    const links = servers().map((server) => /\/setup\?token=([\w-]{43})/.exec(server.log())?.[1]);
    const boss = new Visitor(SITE);
    const answers = [];
    for (const token of links) answers.push(await boss.call("POST", "/api/setup", { token, ...BOSS }));
    const made = answers.filter(({ status }) => status === 201);
    check(
      made.length === 1,
      `the addresses answer ${answers.map(({ status, text }) => status + text).join("\n")}`,
    );
    const listed = await engine.running.get("app-1").exec(...command("admin.ts", "list"));
    check(listed.status === 0 && listed.output.includes(BOSS.email), `admin list: ${listed.output}`);
  });

  await step("a person signs up, hears the price, deposits and opens a position", async () => {
    await person.ask("POST", "/api/auth/register", PEOPLE);
    check(person.hasCookie("__Host-session"), "the session cookie is not bound to this host");
    const seen = servers().flatMap((server) => [...server.log().matchAll(/"clientAddress":"([^"]+)"/g)]);
    check(
      seen.length > 0 && seen.every(([, address]) => address === "172.30.30.1"),
      `the log names ${[...new Set(seen.map(([, address]) => address))].join()} as where people are`,
    );
    await person.listen();
    await until(() => person.pushes.some(({ type }) => type === "price"), "the price is pushed");
    await person.ask("POST", "/api/deposits", { amount: "50.00" });
    const isCredited = ({ type, deposit }) => type === "depositUpdate" && deposit.status === "confirmed";
    await until(() => person.pushes.some(isCredited), "the deposit is credited");
    await until(isReady, "a process takes orders");
    position = await person.ask("POST", "/api/trading/positions", {
      type: "buy",
      amount: "10.00",
      duration: 1,
    });
    check((await balance()) === "40.00000000", `the balance is ${await balance()}`);
  });

  await step("each process ends in order and comes back while people are served", async () => {
    const ended = [];
    await withoutAPause(async () => {
      for (const name of apps) {
        const { code, seconds } = await engine.running.get(name).stop();
        check(code === 0, `${name} ended with ${code}`);
        ended.push(seconds);
        engine.start(name);
        await engine.becomesHealthy(engine.running.get(name));
        // Waits until the proxy has noticed.
        await delay(2_000);
      }
    });
    figures["End of a process on SIGTERM"] =
      `${Math.max(...ended).toFixed(1)} s of ${compose.services["app-1"].stop_grace_period}`;
    check(
      person.closings.length > 0 && person.closings.every((code) => code === 1001),
      `the live connection ended with ${person.closings.join()}`,
    );
  });

  await step("killing everything loses nothing", async () => {
    for (const name of [...apps, "nats", "postgres"]) await engine.running.get(name).kill();
    const restarting = await stranger.get("/api/prices", { "accept-language": "fr" });
    check(
      restarting.status === 503 && restarting.body.message.startsWith("Le serveur redémarre"),
      `the proxy answers ${restarting.status} ${restarting.text}`,
    );
    await startAll();
    await until(isReady, "a process is ready again");
    const kept = await findPosition();
    check(
      kept.barrierPrice === position.barrierPrice,
      `the position was ${JSON.stringify(position)} and is ${JSON.stringify(kept)}`,
    );
  });

  await step("a position is sold and its owner is told, the other one is settled", async () => {
    const heard = person.pushes.length;
    await until(() => person.pushes.length > heard, "the price is heard again");
    const order = { type: "sell", amount: "5.00", duration: 10 };
    const { id } = await person.ask("POST", "/api/trading/positions", order);
    await person.ask("POST", `/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
    const isResult = ({ type, position: one }) => type === "positionResolved" && one.id === id;
    await until(() => person.pushes.some(isResult), "its owner is told");
    await until(async () => (await findPosition()).status !== "active", "the other one is settled");
    const closed = await person.ask("GET", "/api/trading/positions");
    const minor = (text) => BigInt(text.replace(".", ""));
    const expected = closed.reduce((sum, { profit }) => sum + minor(profit), minor("50.00000000"));
    check(minor(await balance()) === expected, `the balance is ${await balance()}, not ${expected}`);
  });

  await step(
    "Prometheus reads every process with its secret, and its rules do what their tests say",
    async () => {
      const api = `http://${engine.addressOf("prometheus")}:9090/api/v1`;
      const targets = async () => (await (await fetch(`${api}/targets`)).json()).data.activeTargets;
      const areUp = (list) => list.length === apps.length && list.every(({ health }) => health === "up");
      await until(async () => areUp(await targets()), "all processes are read");
      const { data } = await (await fetch(`${api}/rules`)).json();
      check(
        data.groups.flatMap(({ rules }) => rules).every(({ lastError }) => !lastError),
        "a rule fails",
      );
      execFileSync(programs.promtool, ["test", "rules", join(root, "ops/prometheus/alerts-test.yml")], {
        stdio: "ignore",
      });
    },
  );

  for (const server of servers()) {
    const megabytes = server.memory() / 1024 ** 2;
    check(server.memory() < server.limit / 2, `${server.name} holds ${megabytes} MB`);
    figures[`Memory of ${server.name}`] = `${megabytes.toFixed(0)} MB of ${server.limit / 1024 ** 2} MB`;
  }

  await step("the commands of the handbook run in their containers", async () => {
    const commands = [
      ["app-2", "ledger-check.ts"],
      ["app-1", "liabilities.ts"],
      ["app-1", "house-capital.ts", "--add", "50000", "--note", "From the owner"],
      ["hourly-backup", "backup.ts", "/backups/evidence"],
    ];
    for (const [name, file, ...args] of commands) {
      const { status, output } = await engine.running.get(name).exec(...command(file, ...args));
      check(status === 0, `${file} in ${name} ended with ${status}: ${output}`);
    }
    const month = new Date(performance.timeOrigin - 60 * 86_400_000).toISOString().slice(0, 7);
    const archived = await engine.runOnce("archive", "--month", month, "--to", "/archives");
    check(archived.code === 0, `archive: ${archived.output}`);
  });

  await step("a backup is made every hour, and one restores as the handbook says", async () => {
    const before = await balance();
    check(/veritick-\w+/.test(engine.running.get("hourly-backup").log()), "the hourly backup was not made");
    const made = await engine.runOnce("backup", "--keep", "14");
    check(made.code === 0, `backup: ${made.output}`);
    const [, name] = /(veritick-\d{8}T\d+Z)/.exec(made.output) ?? [];
    for (const service of [...apps, "hourly-backup"]) await engine.running.get(service).stop();
    const psql = ["psql", "-U", "veritick", "-d", "postgres"];
    const statements = [
      "-c",
      "alter database veritick rename to veritick_before_restore",
      "-c",
      "create database veritick",
    ];
    const renamed = await engine.running.get("postgres").exec(...psql, ...statements);
    check(renamed.status === 0, `psql: ${renamed.output}`);
    const restored = await engine.runOnce("restore", `/backups/${name}`);
    check(restored.code === 0, `restore: ${restored.output}`);
    for (const service of [...apps, "hourly-backup"]) engine.start(service);
    await Promise.all(servers().map((server) => engine.becomesHealthy(server)));
    await until(isReady, "the proxy has noticed");
    await person.ask("POST", "/api/auth/login", PEOPLE);
    check((await balance()) === before, `the restored balance is ${await balance()}`);
  });
}

try {
  await walk();
  person.leave();
  writeFileSync(join(folder, "figures.json"), JSON.stringify(figures));
  process.exit(0);
} catch (error) {
  console.error(`\n${error.stack}\n`);
  for (const { name, log } of engine.running.values()) {
    console.error(`--- ${name}\n${log().split("\n").slice(-25).join("\n")}`);
  }
  process.exit(1);
}
