import { expect, it } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { ROLES } from "../roles.ts";
import { mayCall } from "./call-matrix.ts";
import { endpoints } from "./endpoints.ts";

const MADE =
  "The server's own definitions make this page, by `npm run test:unit -- call-matrix -u`.\nOne test holds it to them, another tries every call.";

const PEOPLE = `# Calls of people and programs

These lists say who may make each call, and what it takes. [Calls of staff](calls-staff.md) has those of the administration.
${MADE}

"Re-authentication" means that the caller must have confirmed their identity within \`STEP_UP_MINUTES\`. With \`0\`, only changes of
passkeys, new API keys, another second factor beside one and saving a withdrawal address ask for it, within 10 minutes. "With a second step"
means where the account has one; "after the sign-in" means that signing in does not count.
`;

const STAFF = `# Calls of staff

These lists say which role may make each call of the administration, and what it takes. No API key can. [Approvals](approvals.md) explains
the rules. ${MADE}

- The first word after a call is the action under which the audit log records it.
- **Re-authentication**: the caller must have confirmed their identity within \`STEP_UP_MINUTES\`. With \`0\` no call of staff asks.
- **Second approval**: where \`FOUR_EYES_ABOVE\` is an amount, a second person who may make the same call must approve. "By amount" means
  above that amount, "administrators" only where the user is one. "Always" leaves out taking a lesser role from a person, and holds for an
  overridden screening even without an amount.
`;

/** What the contract says about a call. Returns an empty text where a call needs nothing of the kind. */
type Fact = (call: Endpoint) => string;

const key: Fact = ({ scope }) => scope ?? "";
const stepUp: Fact = ({ stepUp: needed }) => {
  const when = typeof needed === "object" ? needed.when : needed;
  if (when === undefined || when === false) return "";
  return when === true || when === "always" ? "re-authentication" : `re-authentication ${when}`;
};
const second: Fact = ({ twoPersons }) => (twoPersons === undefined ? "" : `second approval: ${twoPersons}`);
const audit: Fact = ({ audits }) => (audits === undefined ? "" : `\`${audits}\``);

const keyHeading: Fact = (call) => {
  const scope = key(call);
  if (scope === "") return "No API key";
  return scope === "any" ? "Any API key" : `API keys with the scope \`${scope}\``;
};
const roleHeading: Fact = (call) => {
  const roles = ROLES.filter((role) => mayCall(role, call));
  const who = roles.length === ROLES.length ? "every role" : roles.join(" and ");
  const needs = stepUp(call) === "" ? "" : `, after ${stepUp(call)}`;
  return `${who[0]!.toUpperCase()}${who.slice(1)}${needs}`;
};

/**
 * Lists the calls of one audience under their headings, each with what else it takes. Fails if a fact that neither the
 * headings nor the lines show has something to say.
 */
function listsOf(
  level: "##" | "###",
  audience: Endpoint["audience"],
  heading: Fact,
  shown: readonly Fact[],
  hidden: readonly Fact[],
) {
  const calls = endpoints.filter((call) => call.audience === audience);
  for (const fact of hidden) expect(calls.map(fact)).toEqual(calls.map(() => ""));
  const groups = Map.groupBy(calls, heading);
  return [...groups]
    .map(([title, group]) => {
      const lines = group.map((call) => {
        const facts = shown.map((fact) => fact(call)).filter((text) => text !== "");
        return `- \`${call.method} ${call.path}\`${facts.length === 0 ? "" : `: ${facts.join(", ")}`}`;
      });
      return `${level} ${title}\n\n${lines.join("\n")}\n`;
    })
    .join("\n");
}

it("docs/calls.md lists every call of people and programs as it is defined", async () => {
  const text = [
    PEOPLE,
    "## Everybody\n",
    listsOf("###", "public", keyHeading, [], [stepUp, second, audit]),
    "## People who are signed in\n",
    listsOf("###", "user", keyHeading, [stepUp], [second, audit]),
    "## The payment provider\n",
    "This call checks a signature instead of a session.\n",
    listsOf("###", "provider", keyHeading, [], [key, stepUp, second, audit]),
  ];
  await expect(text.join("\n")).toMatchFileSnapshot("../../../../docs/calls.md");
});

it("docs/calls-staff.md lists every call of the administration as it is defined", async () => {
  const text = `${STAFF}\n${listsOf("##", "admin", roleHeading, [audit, second], [key])}`;
  await expect(text).toMatchFileSnapshot("../../../../docs/calls-staff.md");
});
