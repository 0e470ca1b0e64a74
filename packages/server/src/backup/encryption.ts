import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { BackupError } from "./backup-error.ts";

type Stage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** How the files of a backup are written and read. */
export type Cipher = { suffix: "" | ".age"; encrypt: Stage; decrypt: Stage };

export const PLAIN: Cipher = { suffix: "", encrypt: (source) => source, decrypt: (source) => source };

const PUBLIC_KEY = /^age1[02-9ac-hj-np-z]{58}$/;
const PRIVATE_KEY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/;

/**
 * Encrypts for the holders of these public keys, and for a key of its own that only this object knows. With that one a new
 * backup is read back in full, although the private keys are elsewhere.
 */
export async function encryptFor(publicKeys: readonly string[]): Promise<Cipher> {
  const own = await generateX25519Identity();
  const encrypter = new Encrypter();
  for (const key of [...publicKeys, await identityToRecipient(own)]) {
    try {
      if (!PUBLIC_KEY.test(key)) throw new Error("another form");
      encrypter.addRecipient(key);
    } catch (cause) {
      throw new BackupError(
        `"${key}" is not an age public key. age-keygen prints one: "age1" and 58 letters and digits.`,
        { cause },
      );
    }
  }
  return {
    ...decryptWith([own]),
    async *encrypt(source) {
      yield* await encrypter.encrypt(ReadableStream.from(source));
    },
  };
}

function decryptWith(privateKeys: readonly string[]): Cipher {
  const decrypter = new Decrypter();
  for (const key of privateKeys) decrypter.addIdentity(key);
  return {
    suffix: ".age",
    encrypt() {
      throw new Error("these keys only decrypt");
    },
    async *decrypt(source) {
      yield* await decrypter.decrypt(ReadableStream.from(source));
    },
  };
}

/** Returns how to read a backup. `identity` is a file of private keys, as age-keygen writes it. */
export async function openCipher(folder: string, identity: string | undefined): Promise<Cipher> {
  if (!existsSync(join(folder, "manifest.json.age"))) return PLAIN;
  if (identity === undefined)
    throw new BackupError(`${folder} is encrypted. Name the file with its private key: --identity FILE`);
  const text = await readFile(identity, "utf8").catch(({ message }: Error) => {
    throw new BackupError(`The --identity file cannot be read: ${message}`);
  });
  if (text.startsWith("age-encryption.org/") || text.startsWith("-----BEGIN AGE"))
    throw new BackupError(
      `${identity} is encrypted itself. Decrypt it first: age --decrypt --output key.txt ${identity}`,
    );
  const keys = text.split("\n").flatMap((line) => line.trim().match(PRIVATE_KEY) ?? []);
  if (keys.length === 0)
    throw new BackupError(
      `${identity} does not contain an age private key, a line that starts with AGE-SECRET-KEY-1.`,
    );
  try {
    return decryptWith(keys);
  } catch (cause) {
    throw new BackupError(`The private key in ${identity} has a wrong letter.`, { cause });
  }
}

/** Writes a short text into a new file and flushes it to disk. */
export async function writeText(file: string, text: string, cipher: Cipher): Promise<void> {
  const target = createWriteStream(file + cipher.suffix, { flags: "wx", mode: 0o600, flush: true });
  await pipeline(Readable.from([Buffer.from(text)]), cipher.encrypt, target);
}

/** Reads a short text. @throws BackupError if the file is damaged, or none of the keys opens it */
export async function readText(file: string, cipher: Cipher): Promise<string> {
  const source = await readFile(file + cipher.suffix);
  try {
    return (await buffer(cipher.decrypt(Readable.from([source])))).toString("utf8");
  } catch (error) {
    throw damaged(file + cipher.suffix, error);
  }
}

/** Says why a file could not be read to its end. */
export function damaged(file: string, cause: unknown): BackupError {
  const { message } = cause as Error;
  if (message.includes("no identity matched"))
    return new BackupError(
      `No key in the --identity file decrypts ${file}: it was encrypted for another key.`,
      {
        cause,
      },
    );
  return new BackupError(`${file} is damaged: ${message}.`, { cause });
}

/** Writes the digests of all files, with which `sha256sum --check` finds a damaged copy without any key. */
export async function writeDigests(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(join(folder, name)), hash);
    lines.push(`${hash.digest("hex")}  ${name}\n`);
  }
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""), { mode: 0o600, flag: "wx", flush: true });
}
