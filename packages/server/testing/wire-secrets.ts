/** Names of fields with secret or personal content. */
const SECRET = /password|code$|codes$|token|secret|email|address|search|note|(?<!resident)key$|uri|salt/i;
/** Shorter texts may occur in any line by chance. */
const SHORTEST = 5;

/** Collects texts that go over the wire and must be in no line of the log. */
export function collectSecrets(first: readonly string[]) {
  const secrets = new Set(first);

  /** Adds every text below such a field, at any depth. */
  function add(value: unknown, isSecret = false): void {
    if (typeof value === "string" && isSecret && value.length >= SHORTEST) secrets.add(value);
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) add(inner, isSecret || SECRET.test(name));
  }

  return {
    add,
    addCookie: (cookie: string | undefined) => {
      const value = cookie?.split(";")[0]!.split("=")[1];
      if (value !== undefined && value.length >= SHORTEST) secrets.add(value);
    },
    size: () => secrets.size,
    /** Returns those that are in this text. Up to six digits count only as a whole number, not as part of a longer one. */
    in: (text: string) =>
      [...secrets].filter((secret) =>
        /^\d{1,6}$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(text) : text.includes(secret),
      ),
  };
}
