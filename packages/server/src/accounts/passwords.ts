import { hash, verify } from "@node-rs/argon2";

/** OWASP's recommended minimum for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, HASH_COST);

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  verify(stored, password);

let decoy: Promise<string> | undefined;

/** Takes as long as checking a real password, so that time does not tell whether an account exists. */
export async function verifyAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword("nobody signs in with this");
  await verify(await decoy, password);
  return false;
}
