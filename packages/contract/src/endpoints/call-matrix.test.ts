import { expect, it } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { ROLES } from "../roles.ts";
import { mayCall } from "./call-matrix.ts";
import { endpoints } from "./endpoints.ts";

const MADE =
  "The server's own definitions make this page, by `npm run test:unit -- call-matrix -u`.\nOne test holds it to them, another tries every call.";

const PEOPLE = `# Calls of people and programs

These tables say who may make each call, and what it takes. [Calls of staff](calls-staff.md) has those of the administration.
${MADE}

- **API key**: the scope that a key needs. With "any" every key may, as anybody may. With an empty cell no key may, whatever its owner
  may do.
- **re-authentication**: the caller must have confirmed their identity within \`STEP_UP_MINUTES\`. With \`0\`, only changes of passkeys,
  new API keys, another second step beside one and saving a withdrawal address ask for it, within 10 minutes. "with a second step" means
  where the account has one; "after the sign-in" means that signing in does not count.
`;

const STAFF = `# Calls of staff

This table says which role may make each call of the administration, and what it takes. No API key can. [Approvals](approvals.md) explains
the rules. ${MADE}

- **re-authentication**: the caller must have confirmed their identity within \`STEP_UP_MINUTES\`. With \`0\` no call of staff asks.
- **second approval**: where \`FOUR_EYES_ABOVE\` is an amount, a second person who may make the same call must agree. "by amount" means above
  that amount, "administrators" only where the user is one. "always" leaves out taking a lesser role from somebody,
  and holds for an overridden screening even without an amount.
- **audit log**: the action under which the call is recorded.
`;

type Column = readonly [name: string, cell: (call: Endpoint) => string];

const CALL: Column = ["call", ({ method, path }) => `\`${method} ${path}\``];
const KEY: Column = ["API key", ({ scope }) => scope ?? ""];
const STEP_UP: Column = [
  "re-authentication",
  ({ stepUp }) => {
    if (typeof stepUp === "object") return stepUp.when;
    return stepUp === true || stepUp === "always" ? "yes" : stepUp || "";
  },
];
const WHO: Column = [
  "roles",
  (call) => {
    const roles = ROLES.filter((role) => mayCall(role, call));
    return roles.length === ROLES.length ? "every role" : roles.join(", ");
  },
];
const SECOND: Column = ["second approval", ({ twoPersons }) => twoPersons ?? ""];
const AUDIT: Column = ["audit log", ({ audits }) => (audits === undefined ? "" : `\`${audits}\``)];

/** Writes a table of the calls of one audience, as the formatter does. Fails if a column that is left out has something to say. */
function tableOf(audience: Endpoint["audience"], columns: readonly Column[]): string {
  const calls = endpoints.filter((call) => call.audience === audience);
  for (const [name, cell] of [KEY, STEP_UP, SECOND, AUDIT])
    if (!columns.some(([shown]) => shown === name))
      expect(calls.map(cell), `${name} of calls for "${audience}"`).toEqual(calls.map(() => ""));
  const rows = [columns.map(([name]) => name), ...calls.map((call) => columns.map(([, cell]) => cell(call)))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const [head = "", ...lines] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...lines].join("\n");
}

it("docs/calls.md lists every call of people and programs as it is defined", async () => {
  const text = [
    PEOPLE,
    "## Everybody\n",
    `${tableOf("public", [CALL, KEY])}\n`,
    "## People who are signed in\n",
    `${tableOf("user", [CALL, KEY, STEP_UP])}\n`,
    "## The payment provider\n",
    "These calls check a signature instead of a session.\n",
    `${tableOf("provider", [CALL])}\n`,
  ];
  await expect(text.join("\n")).toMatchFileSnapshot("../../../../docs/calls.md");
});

it("docs/calls-staff.md lists every call of the administration as it is defined", async () => {
  const text = `${STAFF}\n${tableOf("admin", [CALL, WHO, STEP_UP, SECOND, AUDIT])}\n`;
  await expect(text).toMatchFileSnapshot("../../../../docs/calls-staff.md");
});
