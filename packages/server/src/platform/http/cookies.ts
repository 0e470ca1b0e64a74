export type SessionCookie = {
  readonly name: string;
  set(token: string, maxAgeSeconds: number): string;
  clear(): string;
  read(header: string | undefined): string | undefined;
};

/** The session cookie. Over https it is bound to this very host and never sent in the clear. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? "__Host-session" : "session";
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  return {
    name,
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    read(header) {
      for (const part of header?.split(";") ?? []) {
        const separator = part.indexOf("=");
        if (separator !== -1 && part.slice(0, separator).trim() === name)
          return part.slice(separator + 1).trim();
      }
      return undefined;
    },
  };
}
