import { resolve } from "node:path";
import { ConfigError } from "./values.ts";

/** Which database is meant. */
export type Place = {
  dataDir: string;
  /** Undefined in the embedded mode. */
  databaseUrl: string | undefined;
};

type Environment = Record<string, string | undefined>;

/** For tools that must work, or must not make secrets, where the whole configuration could not be read. */
export function readPlace(environment: Environment): Place {
  const databaseUrl = environment["DATABASE_URL"]?.trim() || undefined;
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError("DATABASE_URL must look like postgresql://user:password@host:5432/database");
  }
  return { dataDir: resolve(environment["DATA_DIR"]?.trim() || ".data"), databaseUrl };
}

/** The secrets that the environment gives, whatever they are worth. */
export function readGivenSecrets(environment: Environment): {
  "price-secret": string | undefined;
  "code-pepper": string | undefined;
  "signing-key": string | undefined;
} {
  return {
    "price-secret": environment["PRICE_SECRET"]?.trim() || undefined,
    "code-pepper": environment["CODE_PEPPER"]?.trim() || undefined,
    "signing-key": environment["SIGNING_KEY"]?.trim() || undefined,
  };
}
