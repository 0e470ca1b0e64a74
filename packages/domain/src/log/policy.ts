import type { IsSigned } from "../signed/is-signed.ts";
import { LOG_KEY, parseVkey, signedAt, vkeyText, WITNESS_KEY, WITNESS_KEY_ML_DSA } from "./notes.ts";
import type { Note, Vkey } from "./notes.ts";

export type PolicyLog = { readonly vkey: Vkey; readonly url: string | undefined };

/** `name` is the policy's own word for a witness. Signatures carry the name of its key. */
export type PolicyWitness = PolicyLog & { readonly name: string };

/** A group cosigns once `threshold` of its members do: witnesses or earlier groups, by name. */
type Group = { readonly name: string; readonly threshold: number; readonly members: readonly string[] };

/** The rule about whose cosignatures count (C2SP `tlog-policy`). */
export type Policy = {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  readonly groups: readonly Group[];
  /** The name of a witness or a group; `none` if no cosignature is required. */
  readonly quorum: string;
};

const NO_QUORUM = "none";

/**
 * Reads a policy file.
 *
 * @throws RangeError that names the line and says what is wrong
 */
export function parsePolicy(text: string): Policy {
  const draft: PolicyDraft = { logs: [], witnesses: [], groups: [], names: new Set(), members: new Set() };
  let line = 0;
  try {
    for (const each of text.split("\n")) {
      line += 1;
      readLine(draft, each);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`line ${line}: ${error.message}`, { cause: error });
  }
  const { logs, witnesses, groups, quorum } = draft;
  if (quorum === undefined) throw new RangeError("no line names the quorum");
  const policy = { logs, witnesses, groups, quorum };
  const deciding = witnesses.filter(({ vkey }) => vkey.type === WITNESS_KEY);
  if (quorumTime(policy, new Map(deciding.map(({ name }) => [name, 0]))) === Infinity)
    throw new RangeError(
      `the quorum needs keys of another type than ${WITNESS_KEY}, which cannot be checked`,
    );
  return policy;
}

type PolicyDraft = {
  readonly logs: PolicyLog[];
  readonly witnesses: PolicyWitness[];
  readonly groups: Group[];
  quorum?: string;
  /** The names of witnesses and groups so far, and those that are a member of a group. */
  readonly names: Set<string>;
  readonly members: Set<string>;
};

function readLine(draft: PolicyDraft, line: string): void {
  // Everything but tabs, visible ASCII and opaque bytes above it.
  if (/[^\t\x20-\x7e\u0080-\u{10ffff}]/u.test(line) || !line.isWellFormed())
    throw new RangeError("a control character, such as a carriage return");
  const [word, ...items] = line.split(/[ \t]+/).filter((item) => item !== "");
  if (word === undefined || word.startsWith("#")) return;
  if (word === "log") readLog(draft, items);
  else if (word === "witness") readWitness(draft, items);
  else if (word === "group") readGroup(draft, items);
  else if (word === "quorum") readQuorum(draft, items);
  else throw new RangeError(`"${word}" is not log, witness, group or quorum`);
}

function readLog({ logs }: PolicyDraft, [vkey, url, ...more]: string[]): void {
  if (vkey === undefined || more.length > 0) throw new RangeError("a log has the form: log <key> [<url>]");
  logs.push({ vkey: newKey(vkey, logs, [LOG_KEY]), url });
}

function readWitness(draft: PolicyDraft, [name, vkey, url, ...more]: string[]): void {
  if (vkey === undefined || more.length > 0)
    throw new RangeError("a witness has the form: witness <name> <key> [<url>]");
  const key = newKey(vkey, draft.witnesses, [WITNESS_KEY, WITNESS_KEY_ML_DSA]);
  draft.witnesses.push({ name: newName(draft, name!), vkey: key, url });
}

function readGroup(draft: PolicyDraft, [name, count, ...members]: string[]): void {
  if (members.length === 0)
    throw new RangeError("a group has the form: group <name> all|any|<number> <name>...");
  for (const member of members) {
    if (!draft.names.has(member)) throw new RangeError(`no line before this one defines "${member}"`);
    if (draft.members.has(member)) throw new RangeError(`"${member}" is a member of a group twice`);
    draft.members.add(member);
  }
  const threshold = count === "all" ? members.length : count === "any" ? 1 : Number(count);
  if (!/^(all|any|[1-9]\d{0,8})$/.test(count!) || threshold > members.length)
    throw new RangeError(`"${count}" is not all, any or a number from 1 to ${members.length}`);
  draft.groups.push({ name: newName(draft, name!), threshold, members });
}

function readQuorum(draft: PolicyDraft, [name, ...more]: string[]): void {
  if (name === undefined || more.length > 0) throw new RangeError("a quorum has the form: quorum <name>");
  if (draft.quorum !== undefined) throw new RangeError("there is a quorum already");
  if (name !== NO_QUORUM && !draft.names.has(name))
    throw new RangeError(`no line before this one defines "${name}"`);
  draft.quorum = name;
}

function newName({ names }: PolicyDraft, name: string): string {
  if (name === NO_QUORUM || names.has(name)) throw new RangeError(`the name "${name}" is taken`);
  names.add(name);
  return name;
}

/** Reads a key. Two names of one key would let it count twice. */
function newKey(text: string, others: readonly PolicyLog[], types: readonly number[]): Vkey {
  const vkey = parseVkey(text);
  if (!types.includes(vkey.type)) throw new RangeError(`a key of type ${vkey.type} has no use here`);
  if (others.some((other) => other.vkey.key === vkey.key))
    throw new RangeError("another line has the same key");
  return vkey;
}

/** Adds the line `log` to a policy's text that has none. */
export const policyWithLog = (text: string, log: Vkey): string =>
  parsePolicy(text).logs.length === 0 ? `log ${vkeyText(log)}\n${text}` : text;

/** When each witness cosigned, in Unix seconds by its name in the policy. */
export type CosignedAt = ReadonlyMap<string, number>;

/**
 * Reads from a note when each witness of a policy cosigned it; the earliest time if it did so again. Keys of type 06 are left
 * out.
 *
 * @returns undefined if a cosignature is not the witness's own
 */
export function cosignedAt(policy: Policy, note: Note, isSigned: IsSigned): CosignedAt | undefined {
  const times = new Map<string, number>();
  for (const { name, vkey } of policy.witnesses) {
    const time = vkey.type === WITNESS_KEY ? signedAt(note, vkey, isSigned) : undefined;
    if (time === "forged") return undefined;
    if (time !== undefined) times.set(name, time);
  }
  return times;
}

/**
 * Returns the second (Unix time) of the cosignature that completed the quorum; -Infinity if none is required, Infinity as long
 * as too few are there.
 */
export function quorumTime({ groups, quorum }: Policy, times: CosignedAt): number {
  if (quorum === NO_QUORUM) return -Infinity;
  const reached = new Map(times);
  const timeOf = (name: string) => reached.get(name) ?? Infinity;
  for (const { name, threshold, members } of groups)
    reached.set(name, members.map(timeOf).toSorted((one, other) => one - other)[threshold - 1]!);
  return timeOf(quorum);
}

/**
 * Decides whether cosignatures of a time before `limit` (Unix seconds) satisfy a policy, and names the witnesses that gave
 * them. Whoever checks at `now` refuses times more than 5 s ahead: with the limit `min(limit, now + 6)`.
 */
export const quorumBefore = (policy: Policy, times: CosignedAt, limit: number) => ({
  isReached: quorumTime(policy, times) < limit,
  witnesses: [...times].filter(([, time]) => time < limit).map(([name]) => name),
});
