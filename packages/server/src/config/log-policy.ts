import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { entryText } from "@veritick/domain/log/entries.ts";
import { LOG_KEY, vkeyOf, vkeyText, WITNESS_KEY } from "@veritick/domain/log/notes.ts";
import type { Vkey } from "@veritick/domain/log/notes.ts";
import { parsePolicy, policyWithLog, quorumTime } from "@veritick/domain/log/policy.ts";
import type { Policy } from "@veritick/domain/log/policy.ts";
import { createSigner } from "../platform/signing.ts";
import type { Signer } from "../platform/signing.ts";
import { readSecret } from "./installation.ts";
import type { DatabaseLocation } from "./installation.ts";
import { ConfigError } from "./values.ts";

/** The public log of this installation, and the rule about the witnesses that cosign it. */
export type LogConfig = {
  /** The log's name: the host of the site, with the number of the log. */
  readonly origin: string;
  readonly vkey: Vkey;
  /** Signs checkpoints, and nothing else. */
  readonly signer: Signer;
  readonly policy: Policy;
  /** The policy file as it is logged: its line `log` names this log. */
  readonly policyText: string;
};

/** The number of the log among those of this installation. */
const NUMBER = 1;

/** Reads LOG_POLICY and LOG_KEY; undefined if the installation keeps no log. */
export function readLog(
  environment: Record<string, string | undefined>,
  location: DatabaseLocation,
  publicUrl: URL | undefined,
): LogConfig | undefined {
  const file = environment["LOG_POLICY"]?.trim() || undefined;
  if (file === undefined) return undefined;
  if (publicUrl === undefined)
    throw new ConfigError("LOG_POLICY needs PUBLIC_URL: the name of the log begins with the site's host");
  const text = readFile(file);
  const policy = parse(file, text);
  checkWitnesses(file, policy);
  const origin = `${publicUrl.host}/log/${NUMBER}`;
  const signer = createSigner(readSecret("log-key", environment, location));
  const vkey = vkeyOf(origin, LOG_KEY, signer.publicKey);
  const own = vkeyText(vkey);
  if (policy.logs.length > 0 && !policy.logs.some((log) => vkeyText(log.vkey) === own))
    throw new ConfigError(`LOG_POLICY: no line "log" of ${file} names this log, which is ${own}`);
  const policyText = policyWithLog(text, vkey);
  try {
    entryText({ kind: "policy", text: policyText });
  } catch {
    throw new ConfigError(`LOG_POLICY: ${file} is empty, or too long for an entry of the log`);
  }
  return { origin, vkey, signer, policy, policyText };
}

function readFile(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`LOG_POLICY: the file ${resolve(file)} cannot be read (${code})`);
  }
  if (!isUtf8(bytes)) throw new ConfigError(`LOG_POLICY: the file ${resolve(file)} is not UTF-8`);
  return bytes.toString();
}

function parse(file: string, text: string): Policy {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError(`LOG_POLICY: ${file}, ${error.message}`);
  }
}

/** A witness without an address is never asked, so the others must be enough for the quorum. */
function checkWitnesses(file: string, policy: Policy): void {
  for (const { name, url } of policy.witnesses) {
    if (url !== undefined && !isAddress(url))
      throw new ConfigError(
        `LOG_POLICY: ${file} gives witness "${name}" an address that is neither http nor https`,
      );
  }
  const asked = policy.witnesses.filter(({ vkey, url }) => vkey.type === WITNESS_KEY && url !== undefined);
  if (quorumTime(policy, new Map(asked.map(({ name }) => [name, 0]))) === Infinity)
    throw new ConfigError(
      `LOG_POLICY: the witnesses in ${file} that have an address cannot reach the quorum "${policy.quorum}"`,
    );
}

const isAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).username === "";
