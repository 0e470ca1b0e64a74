import { ConfigError } from "./values.ts";

/** One of the servers of a NATS, and how to sign in there. */
export type NatsServer = {
  /** Host and port: the part of its address that may be logged. */
  readonly host: string;
  readonly tls: boolean;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
};

type Read = (name: string) => string | undefined;

const DEFAULT_PORT = "4222";

/** `NATS_URL`: one or several addresses, separated by commas, each with its credentials where there are any. */
export function readNats(read: Read): readonly NatsServer[] | undefined {
  const text = read("NATS_URL");
  const token = read("NATS_TOKEN");
  if (text === undefined) {
    if (token !== undefined) throw new ConfigError("NATS_TOKEN is set without NATS_URL");
    return undefined;
  }
  const addresses = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (addresses.length === 0) throw malformed();
  return addresses.map((address) => readServer(address, token));
}

function readServer(address: string, token: string | undefined): NatsServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url !== undefined && /^\/?$/.test(url.pathname) && url.search === "" && url.hash === "";
  if (url === undefined || !isPlain || !/^(nats|tls):$/.test(url.protocol) || url.hostname === "") {
    throw malformed();
  }
  return {
    host: `${url.hostname}:${url.port || DEFAULT_PORT}`,
    tls: url.protocol === "tls:",
    ...readCredentials(url, token),
  };
}

function readCredentials(url: URL, token: string | undefined) {
  if (url.username === "" && url.password === "") return token === undefined ? {} : { token };
  if (token !== undefined) throw new ConfigError("NATS_TOKEN and credentials in NATS_URL exclude each other");
  const [user, password] = [decode(url.username), decode(url.password)];
  // A name alone is a token, as the NATS clients have it.
  return password === "" ? { token: user } : { user, password };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed();
  }
}

/** Without what was given: it may hold a password. */
const malformed = () =>
  new ConfigError(
    "NATS_URL must look like nats://host:4222 or tls://user:password@host:4222, several of them separated by commas",
  );
