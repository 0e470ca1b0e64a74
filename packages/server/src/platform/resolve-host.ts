import dns from "node:dns";
import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The time in which a name of the settings must be found. */
const OWN_NAME_MS = 4_000;
/** The share of the time for the first try. The second and last one takes twice as long. */
const FIRST_TRY = 0.3;
const HOSTS = "/etc/hosts";
/** The answers after which the system may know the name all the same: by a search domain, or from its own network. */
const UNKNOWN = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"]);

type Asking = {
  limitMs: number;
  /** Ends the look-up before its limit. */
  signal?: AbortSignal;
  /** True to ask the operating system for a name that the name server does not know. */
  asksSystem: boolean;
};

/**
 * Returns the addresses of a host: from the hosts file, else from the name server. `dns.lookup` would wait for the name server
 * on one of two threads that all look-ups share, and nothing ends it, so two names whose server never answers would stop
 * all others. This uses no thread, except to ask the system for a name that the name server has just said not to know.
 *
 * @throws Error with the code ETIMEDOUT after the limit, else with the name server's
 */
export async function resolveHost(hostname: string, asking: Asking): Promise<LookupAddress[]> {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  const listed = isIP(name) === 0 ? addressesInHosts(name) : [name];
  if (listed.length > 0) return listed.map((address) => ({ address, family: isIP(address) }));
  try {
    return await askNameServer(name, asking);
  } catch (error) {
    if (!asking.asksSystem || !UNKNOWN.has(codeOf(error))) throw error;
    return askSystem(name);
  }
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);

function addressesInHosts(name: string): string[] {
  let text: string;
  try {
    // This needs no thread either, and the file is small.
    text = readFileSync(HOSTS, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((one) => one.toLowerCase() === name) ? [address] : [];
  });
}

/** A machine without an IPv6 address of its own must not try those of others. */
const families = (): (4 | 6)[] => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const hasSix = own.some(
    ({ internal, address }) => !internal && isIP(address) === 6 && !address.startsWith("fe80:"),
  );
  return hasSix ? [6, 4] : [4];
};

async function askNameServer(name: string, { limitMs, signal }: Asking): Promise<LookupAddress[]> {
  // A resolver of its own reads the present name servers, and is cancelled alone.
  const resolver = new Resolver({ timeout: Math.round(limitMs * FIRST_TRY), tries: 2 });
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, limitMs);
  signal?.addEventListener("abort", cancel);
  try {
    const found = await Promise.allSettled(
      families().map(async (family) => {
        const addresses = await (family === 6 ? resolver.resolve6(name) : resolver.resolve4(name));
        return addresses.map((address) => ({ address, family }));
      }),
    );
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (addresses.length > 0) return addresses;
    const codes = found.map((one) => (one.status === "rejected" ? codeOf(one.reason) : "ENOTFOUND"));
    // A family without an answer may have addresses.
    const code = codes.find((one) => !UNKNOWN.has(one)) ?? codes[0]!;
    throw failure(name, /^E(TIMEOUT|CANCELLED)$/.test(code) ? "ETIMEDOUT" : code);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

const failure = (name: string, code: string) =>
  Object.assign(new Error(`${code}: the host ${name} was not found`), { code, hostname: name });

/** Each name takes one thread at most, however many ask for it. */
const asked = new Map<string, Promise<LookupAddress[]>>();

function askSystem(name: string): Promise<LookupAddress[]> {
  const running = asked.get(name);
  if (running !== undefined) return running;
  const asking = lookup(name, { all: true, hints: dns.ADDRCONFIG }).finally(() => asked.delete(name));
  asked.set(name, asking);
  return asking;
}

type Answer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Lookup = (hostname: string, options: LookupOptions, answer: Answer) => void;

/** Returns a function in place of `dns.lookup` that finds addresses by `resolve`. */
export const asLookup =
  (resolve: (hostname: string) => Promise<LookupAddress[]>): Lookup =>
  (hostname, options, answer) => {
    const { all = false, family = 0 } = options;
    const wanted = Number(String(family).replace("IPv", ""));
    const choose = async () => {
      const found = (await resolve(hostname)).filter((one) => wanted === 0 || one.family === wanted);
      if (found.length === 0) throw failure(hostname, "ENOTFOUND");
      return found;
    };
    choose().then(
      (found) => (all ? answer(null, found) : answer(null, found[0]!.address, found[0]!.family)),
      (error: Error) => answer(error, []),
    );
  };

/**
 * Replaces `dns.lookup` in this process, by which Node.js looks up every host that it connects to: the payment provider's,
 * the screening's, relays', the database's. Returns the function that undoes it.
 */
export function lookUpOffThreads(): () => void {
  const { lookup: before } = dns;
  const found = asLookup((hostname) => resolveHost(hostname, { limitMs: OWN_NAME_MS, asksSystem: true }));
  const replaced = (hostname: string, options: LookupOptions | number | Answer, answer?: Answer): void => {
    if (typeof options === "function") return found(hostname, {}, options);
    return found(hostname, typeof options === "number" ? { family: options } : options, answer!);
  };
  Object.assign(dns, { lookup: replaced });
  return () => void Object.assign(dns, { lookup: before });
}
