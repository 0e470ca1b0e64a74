/** Fields whose content could open something, or says whose it is. */
const SECRET = /password|code$|codes$|token|secret|email|address|search|note|(?<!resident)key$|uri|salt/i;
/** Shorter texts stand in any line by chance. */
const SHORTEST = 5;

/** Collects what goes over the wire and must be in no line of the log. */
export function collectSecrets(first: readonly string[]) {
  const secrets = new Set(first);

  /** Every text below such a field, wherever it stands. */
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
    /** Those that are in this text. Digits alone count only where they stand alone: they could be part of a number. */
    in: (text: string) =>
      [...secrets].filter((secret) =>
        /^\d{1,6}$/.test(secret) ? new RegExp(`\\b${secret}\\b`).test(text) : text.includes(secret),
      ),
  };
}
