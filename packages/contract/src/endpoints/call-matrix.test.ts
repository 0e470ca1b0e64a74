import { expect, it } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { CALLERS, mayCall } from "./call-matrix.ts";
import { endpoints } from "./endpoints.ts";

const INTRO = `# Who may call what

This table lists every call, who may make it and what it takes. It is made from the definitions that the server runs, by
\`npm run test:unit -- call-matrix -u\`. A test holds it to them, and another one tries every call.

- **visitor**: nobody is signed in. **user**: an ordinary user. The others may open the administration, each with their role.
  Only the payment provider makes the call that nobody may make.
- **API key**: the scope that a key needs. "any" means that every key may, as anybody may. An empty cell means that no key may, whatever
  its owner may do. A key is never an administrator.
- **identity confirmed**: the caller must have confirmed their identity within \`STEP_UP_MINUTES\`. Where that is \`0\`, only
  changes of passkeys, new API keys, another second step beside one and saving a withdrawal address ask for it, within
  10 minutes. "with a second step" means where the account has one; "after the sign-in" means that signing in does
  not count.
- **two persons**: where \`FOUR_EYES_ABOVE\` is an amount, a second person who may make the same call must agree. "by amount"
  means above that amount, "administrators" only where the user is one. "always" leaves out taking a lesser role from
  somebody.
- **audit log**: the action under which the call is recorded.
`;

/** Returns the callers and the requirements of each call, as rows of text. The first row has the names of the columns. */
function callMatrix(calls: readonly Endpoint[]): string[][] {
  return [
    ["call", ...CALLERS, "API key", "identity confirmed", "two persons", "audit log"],
    ...calls.map((call) => [
      `\`${call.method} ${call.path}\``,
      ...CALLERS.map((caller) => (mayCall(caller, call) ? "yes" : "")),
      call.scope ?? "",
      call.stepUp === true || call.stepUp === "always" ? "yes" : call.stepUp || "",
      call.twoPersons ?? "",
      call.audits === undefined ? "" : `\`${call.audits}\``,
    ]),
  ];
}

/** Writes a table as the formatter does. */
function tableOf(rows: string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

it("docs/calls.md lists every call as it is defined", async () => {
  await expect(`${INTRO}\n${tableOf(callMatrix(endpoints))}\n`).toMatchFileSnapshot(
    "../../../../docs/calls.md",
  );
});
