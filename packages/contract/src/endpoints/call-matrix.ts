import type { Audience, Endpoint } from "../endpoint.ts";

const WHO: Record<Audience, string> = {
  public: "everybody",
  user: "signed-in users",
  admin: "administrators",
  provider: "the payment provider",
};

/** Who may make each call and what it takes, as rows of text. The first row has the names of the columns. */
export function callMatrix(calls: readonly Endpoint[]): string[][] {
  return [
    ["call", "who", "identity confirmed", "two persons", "audit log"],
    ...calls.map(({ method, path, audience, stepUp, twoPersons, audits }) => [
      `\`${method} ${path}\``,
      WHO[audience],
      stepUp ? "yes" : "",
      twoPersons ?? "",
      audits === undefined ? "" : `\`${audits}\``,
    ]),
  ];
}
