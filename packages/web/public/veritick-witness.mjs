#!/usr/bin/env node
/**
 * A witness of transparency logs: one file that needs only Node.js (20 or newer).
 *
 * A log is a list that may only grow. Its operator signs checkpoints: the size and the root hash of the list. A witness runs
 * on somebody else's machine and remembers the newest checkpoint of each log. It cosigns a newer one only if the log proves
 * that everything before is unchanged, and it signs its own time with it. So the operator can neither show people different
 * lists nor date an entry back, unless the witnesses help.
 *
 * It speaks the protocol tlog-witness of C2SP, so it can also serve logs that have nothing to do with Veritick. It never
 * answers before the new checkpoint is on the disk.
 *
 *   node veritick-witness.mjs --help
 *
 * SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Veritick authors
 */
import { isUtf8 } from "node:buffer";
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";
import { once } from "node:events";
import * as fs from "node:fs";
import { createServer } from "node:http";
import { connect, createServer as createSocket } from "node:net";
import { parseArgs } from "node:util";

/** The version of the product that this file belongs to. `npm run release` writes it. */
const VERSION = "1.0.0";

const USAGE = `Cosigns the checkpoints of transparency logs, as C2SP's tlog-witness describes.

  node veritick-witness.mjs --log VKEY --name NAME [--listen HOST:PORT] [--folder DIR] [--url PREFIX] [--new-name]

  --log VKEY     the public key of a log, such as veritick.example/log/1+028f994b+AW56...; may be repeated
  --name NAME    the name of this witness, such as witness.example/1; keep it for good
  --listen H:P   the address to listen on, 127.0.0.1:7380 by default; port 0 takes any free port
  --folder DIR   where the key and the checkpoints are, by default the working folder
  --url PREFIX   the address of a log, such as https://veritick.example/log/1/; may be repeated. If the folder lacks a
                 checkpoint of the log, the witness asks there whether its key is in use, and does not start if it is.
  --new-name     makes a new key, without asking the log, if the folder has no checkpoint of any log
  --version      prints the version of this file

Exit code: 0 after SIGTERM or SIGINT, 2 if the witness cannot start.`;

const [LOG_KEY, COSIGNER_KEY] = [0x01, 0x04];
const [KEY_FILE, LOCK_FILE] = ["witness.key", "witness.lock"];
const BODY_LIMIT_BYTES = 128 * 1024;
const TEXT = "text/plain; charset=utf-8";

/** A reason not to start, or to refuse a request with a status of HTTP. */
class Refusal extends Error {
  constructor(message, status = 400, type = TEXT) {
    super(message);
    Object.assign(this, { status, type });
  }
}

// --- hashes and keys -----------------------------------------------------------------------------------------

const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const nodeHash = (left, right) => sha256(Buffer.of(1), left, right);
const EMPTY_ROOT = sha256();
const keyId = (name, typedKey) => sha256(Buffer.from(`${name}\n`), typedKey).toString("hex", 0, 4);

/** Reads base64 only as it is written, so that no two texts stand for the same bytes. */
function readBase64(text) {
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") !== text) throw new Refusal("A line is not base64.");
  return bytes;
}

function readHash(text) {
  const hash = readBase64(text);
  if (hash.length !== 32) throw new Refusal("A hash has not 32 bytes.");
  return hash;
}

function readSize(text) {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(size)) throw new Refusal("A tree size is not a number.");
  return size;
}

function readLogKey(vkey) {
  const [, name, id, encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey) ?? [];
  const typedKey = Buffer.from(encoded, "base64");
  if (typedKey[0] !== LOG_KEY || keyId(name, typedKey) !== id)
    throw new Refusal(`--log ${vkey} is not the vkey of a log with an Ed25519 key.`);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), typedKey.subarray(1)]);
  return { name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** Makes the signer of this witness from the 32 secret bytes of its key. */
function createCosigner(name, seed) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const key = createPublicKey(privateKey);
  const typedKey = Buffer.concat([
    Buffer.of(COSIGNER_KEY),
    key.export({ format: "der", type: "spki" }).subarray(-32),
  ]);
  const id = keyId(name, typedKey);
  const message = (text, time) => Buffer.from(`cosignature/v1\ntime ${time}\n${text}`);
  return {
    name,
    id,
    publicKey: typedKey.toString("base64"),
    /** Returns the line with the cosignature of a checkpoint. @param {number} time in seconds */
    cosign(text, time) {
      const head = Buffer.from(id + time.toString(16).padStart(16, "0"), "hex");
      return `— ${name} ${Buffer.concat([head, sign(null, message(text, time), privateKey)]).toString("base64")}\n`;
    },
    /** Finds a cosignature by this key, under any name: the name is not part of what is signed. */
    findOwn({ text, signatures }) {
      const timed = signatures.filter(({ bytes }) => bytes.length === 72);
      const times = timed.map((one) => ({ ...one, time: Number(one.bytes.readBigUInt64BE()) }));
      return times.find(({ bytes, time }) => verify(null, message(text, time), key, bytes.subarray(8)));
    },
  };
}

// --- checkpoints and proofs ----------------------------------------------------------------------------------

/** Reads a signed note: a text, an empty line, and a line for each signature. */
function readNote(note) {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2, -1).split("\n");
  if (end < 0 || !note.endsWith("\n") || lines.length > 64 || /(?!\n)\p{Cc}/u.test(note))
    throw new Refusal("This is not a signed note.");
  const signatures = lines.map((line) => {
    const [, name, encoded = ""] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = readBase64(encoded);
    if (bytes.length < 5) throw new Refusal("A line of the note is not a signature.");
    return { line, name, id: bytes.toString("hex", 0, 4), bytes: bytes.subarray(4) };
  });
  return { text: note.slice(0, end + 1), signatures };
}

function readCheckpoint(text) {
  const lines = text.slice(0, -1).split("\n");
  if (lines.length < 3 || lines.includes("")) throw new Refusal("The note is not a checkpoint.");
  return { origin: lines[0], size: readSize(lines[1]), root: readHash(lines[2]) };
}

/** Returns the lines that the log has signed. Refuses a note that has none, or a wrong one. */
function readLogSignatures({ keys }, { text, signatures }) {
  const known = signatures.filter((one) => keys.some(({ name, id }) => name === one.name && id === one.id));
  const isValid = (one) =>
    verify(null, Buffer.from(text), keys.find(({ id }) => id === one.id).key, one.bytes);
  if (known.length === 0 || !known.every(isValid))
    throw new Refusal("The checkpoint has an invalid signature, or none by a key of the log.", 403);
  return known.map(({ line }) => `${line}\n`).join("");
}

/** Returns true if a proof leads from an older tree to a newer one, as in RFC 9162, 2.1.4.2. */
function isConsistent(older, newer, proof) {
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root);
  if (older.size === 0) return proof.length === 0;
  let [first, last] = [older.size - 1, newer.size - 1];
  const goUp = () => ([first, last] = [Math.floor(first / 2), Math.floor(last / 2)]);
  while (first % 2 === 1) goUp();
  // If the older tree is a whole node of the newer one, the proof leaves that node out.
  const [start, ...path] = first === 0 ? [older.root, ...proof] : proof;
  if (start === undefined) return false;
  let [olderRoot, newerRoot] = [start, start];
  for (const hash of path) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      [olderRoot, newerRoot] = [nodeHash(hash, olderRoot), nodeHash(hash, newerRoot)];
      while (first % 2 === 0 && first !== 0) goUp();
    } else newerRoot = nodeHash(newerRoot, hash);
    goUp();
  }
  return last === 0 && olderRoot.equals(older.root) && newerRoot.equals(newer.root);
}

// --- the folder ----------------------------------------------------------------------------------------------

/** The number of the lock's file, which tells it from the lock of another process. */
let lockNumber = 0;

/** Locks the folder by a socket. The system frees it even if this process is killed. */
async function lockFolder() {
  for (;;) {
    const socket = createSocket((caller) => caller.destroy());
    try {
      await once(socket.listen(LOCK_FILE), "listening");
      lockNumber = fs.statSync(LOCK_FILE).ino;
      return socket;
    } catch (error) {
      if (error.code !== "EADDRINUSE") throw new Refusal(`The folder cannot be locked: ${error.message}.`);
    }
    const isFree = ({ code }) => code === "ECONNREFUSED" || code === "ENOENT";
    if (
      await once(connect(LOCK_FILE), "connect").then(
        () => true,
        (error) => !isFree(error),
      )
    )
      throw new Refusal("Another witness runs in this folder.");
    fs.rmSync(LOCK_FILE, { force: true });
  }
}

function inFile(name, flags, work) {
  const file = fs.openSync(name, flags, 0o600);
  try {
    work(file);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Replaces a whole file. When this returns, a loss of power cannot undo it. */
function keep(name, text) {
  if (fs.statSync(LOCK_FILE, { throwIfNoEntry: false })?.ino !== lockNumber)
    throw new Error("Another process took the lock of this folder");
  inFile(`${name}.new`, "w", (file) => fs.writeFileSync(file, text));
  fs.renameSync(`${name}.new`, name);
  inFile(".", "r", () => {});
}

function readSeed() {
  if (!fs.existsSync(KEY_FILE)) return undefined;
  const [seed] = /^[0-9a-f]{64}(?=\n?$)/.exec(fs.readFileSync(KEY_FILE, "utf8")) ?? [];
  if (seed === undefined) throw new Refusal(`${KEY_FILE} is not a line of 64 hex digits.`);
  if ((fs.statSync(KEY_FILE).mode & 0o077) !== 0)
    throw new Refusal(`Other users can read the secret key. Run: chmod 600 ${KEY_FILE}`);
  return Buffer.from(seed, "hex");
}

/** Reads the newest checkpoint of a log. This witness has cosigned it, so it notices any change. */
function readState(log, cosigner) {
  if (!fs.existsSync(log.file)) return;
  try {
    const text = fs.readFileSync(log.file, "utf8");
    const note = readNote(text);
    const { origin, size, root } = readCheckpoint(note.text);
    const { name, time } = cosigner.findOwn(note);
    if (name !== cosigner.name || origin !== log.origin) throw new Refusal("It belongs to another witness.");
    const isFirst = size === 0 && note.signatures.length === 1;
    if (!isFirst) readLogSignatures(log, note);
    Object.assign(log, { isKept: true, size, root, time, note: isFirst ? undefined : text });
  } catch {
    throw new Refusal(`${log.file} is torn, or of another key, name or log. Restore this very file, or begin anew
in an empty folder under a new name: a witness that forgot what it signed can be made to sign a fork.`);
  }
}

// --- what a log knows of this witness ------------------------------------------------------------------------

async function fetchBytes(url) {
  const reply = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!reply.ok) throw new Error(`status ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
}

/** Returns the entries of one bundle of at most 256, each after its length of two bytes. */
async function fetchEntries(url, bundle, size) {
  const digits = String(bundle);
  const path = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").replace(/...(?=.)/g, "x$&/");
  const count = size - bundle * 256;
  const bytes = await fetchBytes(`${url}tile/entries/${path}${count < 256 ? `.p/${count}` : ""}`);
  const entries = [];
  for (let at = 0; at < bytes.length; at += 2 + bytes.readUInt16BE(at))
    entries.push(bytes.toString("utf8", at + 2, at + 2 + bytes.readUInt16BE(at)));
  return entries;
}

/** Returns the newest entry of a log that lists its witnesses. */
async function fetchPolicy(url, size) {
  for (let end = Math.ceil(size / 256); end > 0; end -= 16) {
    const bundles = Array.from({ length: Math.min(16, end) }, (_, back) => end - 1 - back).toReversed();
    const entries = await Promise.all(bundles.map((bundle) => fetchEntries(url, bundle, size)));
    const policy = entries.flat().findLast((entry) => entry.startsWith("veritick/log/policy/1\n"));
    if (policy !== undefined) return policy;
  }
  return "";
}

/** Asks a log whether it knows this key. A witness that forgot what it signed can be made to sign a fork. */
async function askLog(url, logs, cosigner) {
  try {
    const note = readNote(String(await fetchBytes(`${url}checkpoint`)));
    const { origin, size } = readCheckpoint(note.text);
    const log = logs.get(origin);
    if (log === undefined) throw new Error(`it is ${origin}`);
    readLogSignatures(log, note);
    const words = (await fetchPolicy(url, size)).split(/\s+/);
    const isListed = words.some((word) => word.endsWith(`+${cosigner.publicKey}`));
    log.knowsKey = isListed || cosigner.findOwn(note) !== undefined;
  } catch (error) {
    const reason = error.cause?.code ?? error.cause?.message ?? error.message;
    throw new Refusal(`The folder lacks a checkpoint, and the log at ${url} does not say whether this key is in use
(${reason}). Try again later. A witness that never ran before can start with --new-name.`);
  }
}

// --- the witness ---------------------------------------------------------------------------------------------

/** Reads the folder, and makes what it lacks. */
async function openWitness({ logs, name, urls, isNewName }) {
  const isUsed = fs.readdirSync(".").some((file) => file.endsWith(".checkpoint"));
  const kept = readSeed();
  if (isUsed && kept === undefined) throw new Refusal(`The folder has checkpoints, but no ${KEY_FILE}.`);
  const isNewKey = kept === undefined || (isNewName && !isUsed);
  const seed = isNewKey ? randomBytes(32) : kept;
  const cosigner = createCosigner(name, seed);
  for (const log of logs.values()) readState(log, cosigner);
  const lacking = [...logs.values()].filter(({ isKept }) => !isKept);
  if (lacking.length > 0 && !(isNewKey && isNewName)) {
    for (const url of urls) await askLog(url, logs, cosigner);
    for (const { origin, knowsKey } of urls.length > 0 ? lacking : []) {
      if (knowsKey === undefined)
        throw new Refusal(`The folder lacks a checkpoint of ${origin}, and no --url is that of this log.`);
      if (knowsKey)
        throw new Refusal(`The folder lacks a checkpoint of ${origin}, but that log knows this key already. Restore the
file ${logs.get(origin).file}. If it is lost, this key must never sign again: take a new --name, with --new-name.`);
    }
  }
  if (isNewKey && kept !== undefined) fs.renameSync(KEY_FILE, `${KEY_FILE}.${createCosigner(name, kept).id}`);
  if (isNewKey) keep(KEY_FILE, `${seed.toString("hex")}\n`);
  // Keeps in mind that nothing is cosigned yet. Nobody takes a text with time 0, which no log signed, for a cosignature.
  for (const { origin, file } of lacking) {
    const text = `${origin}\n0\n${EMPTY_ROOT.toString("base64")}\n`;
    keep(file, `${text}\n${cosigner.cosign(text, 0)}`);
  }
  return { logs, cosigner, time: Math.max(...[...logs.values()].map(({ time }) => time)), refused: "" };
}

/** Cosigns a checkpoint. Nothing in here waits, so no two requests can cross. Returns the line to answer. */
function addCheckpoint(witness, body) {
  if (!isUtf8(body)) throw new Refusal("The request is not UTF-8.");
  const request = body.toString();
  const end = request.indexOf("\n\n");
  const [oldLine, ...proofLines] = request.slice(0, Math.max(end, 0)).split("\n");
  if (!oldLine.startsWith("old ")) throw new Refusal("The request does not begin with the old size.");
  if (proofLines.length > 63) throw new Refusal("The consistency proof has more than 63 lines.");
  const [old, proof] = [readSize(oldLine.slice(4)), proofLines.map(readHash)];
  const note = readNote(request.slice(end + 2));
  const checkpoint = readCheckpoint(note.text);

  const log = witness.logs.get(checkpoint.origin);
  if (log === undefined) throw new Refusal("This is an unknown log.", 404);
  const logSignatures = readLogSignatures(log, note);
  if (old > checkpoint.size) throw new Refusal("The old size is larger than that of the checkpoint.");
  if (old !== log.size) throw new Refusal(`${log.size}`, 409, "text/x.tlog.size");
  if (!isConsistent(log, checkpoint, proof)) {
    // The note may prove a fork. Anybody can repeat it, so it is printed once in a row.
    if (witness.refused !== note.text)
      console.error(`Not consistent with size ${log.size}:\n${note.text}\n${logSignatures}`);
    witness.refused = note.text;
    throw new Refusal("The consistency proof does not lead to this checkpoint.", 422);
  }

  const time = Math.floor(new Date().getTime() / 1000);
  if (time < witness.time)
    throw new Refusal("The clock of this witness is behind the time of its last cosignature.", 503);
  const line = witness.cosigner.cosign(note.text, time);
  const kept = `${note.text}\n${logSignatures}${line}`;
  keep(log.file, kept);
  witness.time = time;
  Object.assign(log, { size: checkpoint.size, root: checkpoint.root, note: kept });
  return line;
}

async function answer(witness, request) {
  const [path] = request.url.split("?");
  if (request.method === "POST" && path === "/add-checkpoint") {
    const chunks = [];
    let length = 0;
    for await (const chunk of request) {
      length += chunk.length;
      if (length <= BODY_LIMIT_BYTES) chunks.push(chunk);
    }
    if (length > BODY_LIMIT_BYTES) throw new Refusal("The request is too large.", 413);
    return addCheckpoint(witness, Buffer.concat(chunks));
  }
  const log = [...witness.logs.values()].find((one) => one.path === path);
  if (request.method === "GET" && log?.note !== undefined) return log.note;
  throw new Refusal(log === undefined ? "There is no such call." : "No checkpoint is cosigned yet.", 404);
}

async function handle(witness, request, response) {
  const reply = (text, status, type) => {
    // Browsers compare what the site and its witnesses show.
    response.setHeader("access-control-allow-origin", "*").setHeader("cache-control", "no-store");
    response.writeHead(status, { "content-type": type }).end(text);
  };
  try {
    reply(await answer(witness, request), 200, TEXT);
  } catch (error) {
    if (error instanceof Refusal) return reply(`${error.message}\n`, error.status, error.type);
    if (!request.complete) return response.destroy();
    console.error(`The checkpoint could not be kept: ${error.message}.`);
    reply("This witness could not keep the checkpoint.\n", 500, TEXT);
  }
}

// --- the command ---------------------------------------------------------------------------------------------

function readOptions(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      log: { type: "string", multiple: true, default: [] },
      url: { type: "string", multiple: true, default: [] },
      name: { type: "string" },
      listen: { type: "string" },
      folder: { type: "string" },
      "new-name": { type: "boolean" },
    },
  });
  const { log: vkeys, url: urls, name = "", listen = "127.0.0.1:7380", folder = "." } = values;
  const logs = new Map();
  for (const key of vkeys.map(readLogKey)) {
    const hash = sha256(Buffer.from(key.name)).toString("hex");
    const [file, path] = [`${hash}.checkpoint`, `/${hash}/checkpoint`];
    const first = { origin: key.name, file, path, keys: [], size: 0, root: EMPTY_ROOT, time: 0 };
    logs
      .set(key.name, logs.get(key.name) ?? first)
      .get(key.name)
      .keys.push(key);
  }
  if (!fs.existsSync(folder)) throw new Refusal(`There is no folder ${folder}.`);
  if (logs.size === 0) throw new Refusal("Name a log by --log VKEY. See --help.");
  if (!/^[^\s+\p{Cc}]+$/u.test(name))
    throw new Refusal("Give a name without blanks and + by --name NAME. See --help.");
  const [, address, port] = /^(\[[\da-fA-F:.]+\]|[^\s:[\]]+):(\d{1,5})$/.exec(listen) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new Refusal(`--listen ${listen} is not HOST:PORT, such as 127.0.0.1:7380.`);
  const wrong = urls.find((url) => !URL.canParse(url) || !/^https?:/.test(url));
  if (wrong !== undefined) throw new Refusal(`--url ${wrong} is not an address that begins with https://.`);
  return {
    logs,
    name,
    folder,
    host: address.replaceAll(/[[\]]/g, ""),
    port: Number(port),
    urls: urls.map((url) => url.replace(/\/*$/, "/")),
    isNewName: values["new-name"] === true,
  };
}

async function main(words) {
  if (words.includes("--help")) return console.log(USAGE);
  if (words.includes("--version")) return console.log(`veritick-witness ${VERSION}`);
  const options = readOptions(words);
  if (process.platform === "win32") throw new Refusal("A witness needs Linux, macOS or another Unix.");
  // The path of a socket must be short, so the program works inside the folder.
  process.chdir(options.folder);
  const lock = await lockFolder();
  try {
    const witness = await openWitness(options);
    // An idle log renews the time once a minute, over the same connection.
    const limits = { requestTimeout: 10_000, keepAliveTimeout: 75_000, connectionsCheckingInterval: 2_000 };
    const server = createServer(limits, (request, response) => void handle(witness, request, response));
    await once(server.listen(options.port, options.host), "listening");
    const { name, id, publicKey } = witness.cosigner;
    console.log(`This witness is ${name}+${id}+${publicKey}`);
    for (const { origin, size } of witness.logs.values())
      console.log(`It knows ${origin} up to size ${size}`);
    const { address, family, port } = server.address();
    console.log(`It listens on http://${family === "IPv6" ? `[${address}]` : address}:${port}`);
    const stop = () => {
      server.close(() => lock.close());
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
    };
    for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
  } catch (error) {
    lock.close();
    throw error;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(`veritick-witness: ${error.message}`);
  process.exitCode = 2;
}
