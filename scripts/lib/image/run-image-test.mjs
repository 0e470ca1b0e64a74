import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import tls from "node:tls";
import { promisify } from "node:util";
import { isPinned, pinnedNode } from "../pinned-node.mjs";
import { root } from "../root.mjs";
import { runChild } from "../run-child.mjs";
import { runScript, SetupError } from "../setup-error.mjs";

/** The test's own project, beside one that an operator may have on this machine. */
const PROJECT = "veritick-test";
const IMAGE = "veritick:test";
const SITE = "https://localhost";
const APPS = ["app-1", "app-2"];
const PERSON = { email: "kim@example.com", password: "a long enough secret" };
const BOSS = { name: "Harbour", email: "boss@example.com", password: "the boss's long secret" };

const project = ["-p", PROJECT, "--env-file", ".env.example", "-f", "compose.yaml"];
const isFromDebian = process.argv.includes("--from-debian");
const read = (file) => readFileSync(join(root, file), "utf8");

/** Runs a program, which must succeed. Returns what it printed. */
async function run(...words) {
  const [program, ...args] = words;
  try {
    return (await promisify(execFile)(program, args, { cwd: root, maxBuffer: 1e8 })).stdout.trim();
  } catch ({ message, stdout }) {
    throw new SetupError(`${stdout}${message}`.slice(-6_000));
  }
}

const docker = (...words) => run("docker", ...words);
const compose = (...words) => docker("compose", ...project, ...words);
const up = (...words) => compose("up", "--detach", ...words);
/** Starts processes and waits until they are healthy. Machines that run other tests at the same time are slow. */
const serve = (...apps) => up("--no-deps", "--wait", "--wait-timeout", "240", ...apps);
const runIn = (service, ...words) => compose("exec", "-T", service, ...words);
/** Runs a command in the network of a service whose own image lacks Node.js. */
const runBeside = (service, ...words) =>
  docker("run", "--rm", "--network", `container:${PROJECT}-${service}-1`, IMAGE, ...words);
const runOnce = (service, ...words) => compose("run", "--rm", "-T", service, ...words);
const logOf = (...services) => compose("logs", "--no-log-prefix", "--no-color", ...services);
const command = (file, ...args) => ["node", `packages/server/src/cli/${file}`, ...args];

/** Repeats a check until it passes, for two minutes at most. Returns its value. */
async function until(check) {
  const endMs = performance.now() + 120_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await delay(100);
  }
}

let cookie = "";
const pushes = [];
const closings = [];

const fetchPage = (path, options) => fetch(SITE + path, { redirect: "manual", ...options });

/** Makes a person's call, which must succeed. Returns the body of the answer. */
async function ask(method, path, body) {
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetchPage(path, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
  // The cookie is bound to this host.
  const session = answer.headers.getSetCookie().find((one) => one.startsWith("__Host-session="));
  if (session !== undefined) cookie = session.split(";")[0];
  return JSON.parse(text);
}

/** Opens the person's live connection. */
async function listen() {
  const { token } = await ask("GET", "/api/ws-token");
  const socket = new WebSocket(`${SITE.replace("http", "ws")}/ws?token=${token}`);
  socket.addEventListener("message", ({ data }) => pushes.push(JSON.parse(data)));
  socket.addEventListener("close", ({ code }) => closings.push(code));
}

const hear = (matches) => until(() => assert.ok(pushes.some(matches)));
const isReady = () => until(async () => assert.equal((await fetchPage("/readyz")).status, 200));
const balance = async () => (await ask("GET", "/api/auth/me")).balance;
const open = (order) => ask("POST", "/api/trading/positions", order);
const positions = () => ask("GET", "/api/trading/positions");
const findPosition = async ({ id }) => (await positions()).find((one) => one.id === id);
let position;

const STEPS = {
  "the image builds": async () => {
    if (isFromDebian) await makeDebianImages();
    await compose("build", "app-1").catch(({ message }) => {
      throw new SetupError(`${message}\nWithout an image registry: npm run test:image -- --from-debian`);
    });
    const bytes = await docker("image", "inspect", "--format", "{{.Size}}", IMAGE);
    return `${(Number(bytes) / 1e6).toFixed(0)} MB`;
  },

  "the image holds all that the server needs, and nothing of developers or of this machine": async () => {
    const config = await docker("image", "inspect", "--format", "{{json .Config}}", IMAGE);
    const { host } = new URL(await run("npm", "config", "get", "registry"));
    // Its own Node.js reads its files, wherever Docker keeps them.
    const options = ["--rm", "--user", "root", "--network", "none", "--volume", `${root}:/clone:ro`, IMAGE];
    const judge = ["--experimental-import-meta-resolve", "/clone/scripts/lib/image/judge-image.mjs"];
    await docker("run", ...options, "node", ...judge, config, host);
  },

  "the services start in the order that compose.yaml asks for, and become healthy": async () => {
    await up();
    await serve(...APPS);
    const states = await compose("ps", "--all", "--format", "{{.Service}} {{.State}}");
    const others = states.split("\n").filter((state) => !state.endsWith(" running"));
    assert.deepEqual(others, ["migrate exited"]);
    const authority = "/data/caddy/pki/authorities/local/root.crt";
    tls.setDefaultCACertificates([await until(() => runIn("proxy", "cat", authority))]);
    await isReady();
  },

  "a process has no rights, and writes to /tmp only": async () => {
    const places = ["/app", "/app/packages/server/src", "/etc", "/backups", "/home/node"];
    const capabilities = ["CapEff", "CapBnd"].map((name) => `${name}:\t0000000000000000`);
    const rights = ["Uid:\t1000\t1000\t1000\t1000", ...capabilities, "NoNewPrivs:\t1"];
    const refusals = places.map((place) => `touch: cannot touch '${place}/new': Read-only file system`);
    const files = ["/tmp", ...places].map((place) => `${place}/new`).join(" ");
    const script = `for id in 1 self; do grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs)' /proc/$id/status; done; touch ${files} 2>&1 || :`;
    for (const app of APPS) {
      const found = await runIn(app, "sh", "-c", script);
      assert.deepEqual(found.split("\n"), [...rights, ...rights, ...refusals], app);
    }
  },

  "the processes reach the database, and the proxy does not": async () => {
    const [address] = (await runIn("app-1", "getent", "hosts", "postgres")).split(" ");
    const reach = `const socket = require("net").connect({ port: 5432, host: "${address}", timeout: 3000 });
      for (const event of ["connect", "timeout", "error"]) socket.on(event, () => { console.log(event); process.exit(); });`;
    assert.equal(await runIn("app-1", "node", "-e", reach), "connect");
    assert.match(await runBeside("proxy", "node", "-e", reach), /^(timeout|error)$/);
  },

  "the page and the status come by https, and no metrics": async () => {
    const plain = await fetch("http://localhost/", { redirect: "manual" });
    assert.equal(plain.headers.get("location"), `${SITE}/`);
    const page = await fetchPage("/");
    assert.match(page.headers.get("strict-transport-security"), /max-age=\d{7,}/);
    assert.equal(page.headers.get("cross-origin-opener-policy"), "same-origin");
    const [, source] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text());
    for (const path of [source, "/veritick-verify.mjs"])
      assert.match((await fetchPage(path)).headers.get("content-type"), /javascript/, path);
    const { parts } = await ask("GET", "/api/status");
    const areUp = parts.map(({ isUp }) => isUp);
    assert.deepEqual(areUp, [true, true, true, true, true]);
    assert.equal((await fetchPage("/metrics")).status, 404);
  },

  "one of the addresses in the logs makes the first administrator": async () => {
    const calls = APPS.map(async (app) => {
      const [, token] = /\/setup\?token=([\w-]{43})/.exec(await logOf(app));
      return ask("POST", "/api/setup", { token, ...BOSS });
    });
    const made = (await Promise.allSettled(calls)).filter(({ status }) => status === "fulfilled");
    assert.equal(made.length, 1);
    assert.ok((await runIn("app-1", ...command("admin.ts", "list"))).includes(BOSS.email));
  },

  "a person signs up, hears the price, deposits and opens a position": async () => {
    await ask("POST", "/api/auth/register", PERSON);
    // People come from outside, by the gateway. The proxy is at another address.
    const logs = (await logOf(...APPS)).matchAll(/"clientAddress":"([^"]+)"/g);
    const addresses = new Set([...logs].map(([, address]) => address));
    const format = `{{(index .NetworkSettings.Networks "${PROJECT}_front").Gateway}}`;
    const gateway = await docker("inspect", "--format", format, `${PROJECT}-proxy-1`);
    assert.deepEqual([...addresses], [gateway]);
    await listen();
    await hear(({ type }) => type === "price");
    await ask("POST", "/api/deposits", { amount: "50.00" });
    await hear(({ deposit }) => deposit?.status === "confirmed");
    await isReady();
    position = await open({ type: "buy", amount: "10.00", duration: 1 });
    assert.equal(await balance(), "40.00000000");
  },

  "each process ends in order on SIGTERM and comes back while people are served": async () => {
    let isOver = false;
    const restart = async () => {
      for (const app of APPS) {
        await compose("stop", app);
        const { ExitCode } = JSON.parse(await compose("ps", "--all", "--format", "json", app));
        assert.equal(ExitCode, 0, app);
        await serve(app);
      }
      isOver = true;
    };
    const call = async () => {
      // Two of the three calls count against the session, which may make 50 calls a second.
      for (; !isOver; await delay(50))
        for (const path of ["/api/auth/me", "/api/prices", "/healthz"]) await ask("GET", path);
    };
    await Promise.all([restart(), call()]);
    assert.deepEqual(closings, [1001], "how the live connection ended");
  },

  "killing everything loses nothing": async () => {
    await compose("kill", ...APPS, "nats", "postgres");
    const restarting = await fetchPage("/api/prices", { headers: { "accept-language": "fr" } });
    assert.equal(restarting.status, 503);
    assert.match(await restarting.text(), /Le serveur redémarre/);
    await up();
    await serve(...APPS);
    await isReady();
    assert.equal((await findPosition(position)).barrierPrice, position.barrierPrice);
  },

  "a position is sold and its owner is told, the other one is settled": async () => {
    pushes.length = 0;
    await listen();
    await hear(({ type }) => type === "price");
    const { id } = await open({ type: "sell", amount: "5.00", duration: 10 });
    await ask("POST", `/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
    await hear((push) => push.type === "positionResolved" && push.position.id === id);
    await until(async () => assert.notEqual((await findPosition(position)).status, "active"));
    const minor = (text) => BigInt(text.replace(".", ""));
    const sum = (total, { profit }) => total + minor(profit);
    const expected = (await positions()).reduce(sum, minor("50.00000000"));
    assert.equal(minor(await balance()), expected);
  },

  "Prometheus reads every process with its secret, and its rules do what their tests say": async () => {
    const promtool = (...words) => runIn("prometheus", "promtool", ...words);
    const query = ["query", "instant", "http://localhost:9090", "sum(up)"];
    await until(async () => assert.match(await promtool(...query), /=> 2 /));
    const get = `fetch("http://prometheus:9090/api/v1/rules").then((answer) => answer.text()).then(console.log)`;
    const rules = await runIn("app-1", "node", "-e", get);
    assert.match(rules, /"health":"ok"/);
    assert.doesNotMatch(rules, /"health":"err"/);
    await promtool("test", "rules", "/etc/prometheus/alerts-test.yml");
  },

  "Alertmanager gets the settings of the server's mail, and Prometheus reaches it": async () => {
    const settings = { ALERT_EMAIL: "night@example.com", SMTP_URL: "smtps://bot:secret@mail.example" };
    Object.assign(process.env, settings);
    await up("alertmanager");
    for (const name of Object.keys(settings)) delete process.env[name];
    const show = ["amtool", "--alertmanager.url=http://localhost:9093", "config", "show"];
    await until(async () => assert.match(await runIn("alertmanager", ...show), /to: night@example\.com/));
    const ask = `fetch("http://alertmanager:9093/-/ready").then(({ status }) => console.log(status))`;
    assert.equal(await runBeside("prometheus", "node", "-e", ask), "200");
  },

  "a process that listens on every address is healthy": async () => {
    const id = await compose("run", "--detach", "--no-deps", "--env", "HOST=::", "app-1");
    const state = ["inspect", "--format", "{{.State.Health.Status}}", id];
    await until(async () => assert.equal(await docker(...state), "healthy"));
    await docker("rm", "--force", id);
  },

  "a process holds less than half of its memory": async () => {
    const names = APPS.map((app) => `${PROJECT}-${app}-1`);
    const format = "{{.MemPerc}} of {{.MemUsage}}";
    const usages = await docker("stats", "--no-stream", "--format", format, ...names);
    for (const usage of usages.split("\n")) assert.match(usage, /^[1-4]?\d\.\d+% of .+ \/ 1GiB$/);
    return usages.replace("\n", ", ");
  },

  "the commands of the handbook run in their containers": async () => {
    await runIn("app-2", ...command("ledger-check.ts"));
    await runIn("app-1", ...command("liabilities.ts"));
    await runIn("app-1", ...command("house-capital.ts", "--add", "50000", "--note", "From the owner"));
    // Any user of the group 0 may write to these folders.
    const anybody = ["--user", "12345:0"];
    await runIn(...anybody, "hourly-backup", ...command("backup.ts", "/backups/evidence"));
    const month = new Date(performance.timeOrigin - 60 * 86_400_000).toISOString().slice(0, 7);
    await runOnce(...anybody, "archive", "--month", month, "--to", "/archives");
  },

  "a backup is made every hour, and one restores as the handbook says": async () => {
    const before = await balance();
    assert.match(await logOf("hourly-backup"), /veritick-\w+/);
    const [name] = /veritick-\d{8}T\d+Z/.exec(await runOnce("backup", "--keep", "14"));
    const users = [...APPS, "hourly-backup"];
    await compose("stop", ...users);
    const rename = "alter database veritick rename to veritick_before_restore";
    const statements = ["-c", rename, "-c", "create database veritick"];
    await runIn("postgres", "psql", "-U", "veritick", "-d", "postgres", ...statements);
    await runOnce("restore", `/backups/${name}`);
    await compose("start", ...users);
    await serve(...APPS);
    await isReady();
    await ask("POST", "/api/auth/login", PERSON);
    assert.equal(await balance(), before);
  },
};

/**
 * Builds the image, inspects it, and walks through compose.yaml from the first start to a restored backup, as a project of
 * its own. `--from-debian` makes the images of others from Debian's packages, for a machine that reaches no image registry.
 */
export function runImageTest() {
  return runScript(async () => {
    if (!isPinned) process.exit(await runChild(pinnedNode(), process.argv.slice(1)).exitCode);
    await docker("compose", "ls").catch(({ message }) => {
      throw new SetupError(
        `${message}\nThe test of the image needs Docker with its plugin compose, and a daemon that answers: ` +
          "install Docker (https://docs.docker.com/engine/install) and start its daemon.",
      );
    });
    writeSettings();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
    process.on("exit", removeAll);
    for (const [title, work] of Object.entries(STEPS)) {
      const startMs = performance.now();
      try {
        const figure = await work();
        const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
        console.log(`ok  ${title} (${seconds} s)`, figure ?? "");
      } catch (error) {
        console.error(`${await compose("logs", "--tail", "25").catch(() => "")}\n--  ${title}`);
        throw error;
      }
    }
    process.exit();
  });
}

/** Sets what an operator's `.env` must hold. compose prefers the variables of this process to those of the file. */
function writeSettings() {
  for (const [, name, isRequired] of read("compose.yaml").matchAll(/\$\{([A-Z_]+)(:\?)?/g)) {
    if (isRequired) process.env[name] = randomBytes(32).toString("hex");
    else delete process.env[name];
  }
  const BEACON_KEY = randomBytes(32).toString("hex");
  const others = { HOUSE_CAPITAL: "100000", SANDBOX_CONFIRM_SECONDS: "1", VERSION: "test" };
  Object.assign(process.env, { BEACON_KEY, ...others });
}

function removeAll() {
  const end = (...words) => execFileSync("docker", words, { cwd: root, stdio: "pipe" });
  end("compose", ...project, "--profile", "*", "down", "--volumes", "--timeout", "1");
  end("image", "rm", "--force", IMAGE);
}

/** Makes images from Debian's packages and adds a compose file that names them. They stay for the next run. */
async function makeDebianImages() {
  const folder = mkdtempSync(join(tmpdir(), "veritick-image-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const others = ["postgres", "nats", "proxy", "prometheus", "alertmanager"];
  const script = `set -o pipefail; cd ${folder}
    docker image inspect veritick-test-debian > /dev/null 2>&1 ||
      mmdebstrap --quiet --variant=minbase trixie - | docker import - veritick-test-debian
    cp "${pinnedNode()}" "${import.meta.dirname}/debian.Dockerfile" .
    npm=$(realpath "$(which npm)") && cp -r "\${npm%/bin/*}" npm
    printf 'registry=%s\\ncafile=/usr/local/etc/authorities.crt\\n' $(npm config get registry) > npmrc
    cat /etc/ssl/certs/ca-certificates.crt $NODE_EXTRA_CA_CERTS > authorities.crt
    for stage in node ${others.join(" ")}; do
      docker build --quiet --file debian.Dockerfile --target $stage --tag veritick-test-$stage .
    done`;
  await run("bash", "-ec", script);
  const { services } = JSON.parse(await compose("--profile", "*", "config", "--format", "json"));
  const changes = {};
  for (const [name, { ulimits }] of Object.entries(services))
    // Such a machine may not raise the limit of open files either.
    changes[name] = ulimits ? { ulimits: { nofile: 1024 } } : { image: `veritick-test-${name}` };
  const dockerfile = read("Dockerfile").replace(/^FROM \S+ AS base$/m, "FROM veritick-test-node AS base");
  changes["app-1"].build = { dockerfile_inline: dockerfile.replaceAll("$", "$$$$") };
  // Debian has no Grafana.
  changes["grafana"] = { profiles: ["elsewhere"] };
  writeFileSync(join(folder, "compose.json"), JSON.stringify({ services: changes }));
  project.push("-f", join(folder, "compose.json"));
}
