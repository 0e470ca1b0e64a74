import { errorWords } from "@veritick/contract/errors.ts";
import { KEY_SCOPES, SCOPES } from "@veritick/contract/key-scopes.ts";
import { PUSH_EXAMPLES } from "@veritick/contract/endpoints/push-examples.ts";
import { WEBHOOK_EXAMPLES } from "@veritick/contract/endpoints/webhook-examples.ts";
import { routes } from "@veritick/contract/routes.ts";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../api/current-user.ts";
import { useLanguage } from "../../lib/preferences.ts";
import { useTextOf } from "../../locales/text.ts";
import { buttonClass, PlainLink } from "../../ui/button.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { Row, Stack } from "../../ui/primitives.tsx";
import { PublicPage } from "../verify/public-frame.ts";
import { FactList, inCode, Program, programOf, Rich, Table, Words } from "./docs-parts.tsx";

const PARTS = [
  "start",
  "keys",
  "signIn",
  "repeat",
  "errors",
  "limits",
  "lists",
  "live",
  "webhooks",
  "calls",
  "examples",
] as const;
type Part = (typeof PARTS)[number];

const VIEWS: Record<Part, () => ReactNode> = {
  start: Start,
  keys: Keys,
  signIn: SignIn,
  repeat: Repeat,
  errors: Errors,
  limits: Limits,
  lists: Lists,
  live: LiveMessages,
  webhooks: Webhooks,
  calls: Calls,
  examples: Examples,
};

/**
 * The documentation for programmers. Calls, scopes, codes and messages come from the contract, and the tests run the
 * examples.
 */
export function DocsPage() {
  const text = useTextOf("docs");
  const { back } = text;
  const isVisitor = useCurrentUser() === undefined;
  return (
    <PublicPage
      back={{ href: "/", ...(isVisitor ? back.start : back.dashboard) }}
      title={text.title}
      lead={text.lead}
      head={
        <nav aria-label={text.onThisPage}>
          <Row as="ul" gap={[0, 4]}>
            {PARTS.map((part) => (
              <li key={part}>
                <PlainLink href={`#${part}`} isAccent>
                  {text[part].title}
                </PlainLink>
              </li>
            ))}
          </Row>
        </nav>
      }
    >
      {PARTS.map((part) => {
        const View = VIEWS[part];
        return (
          <div key={part} id={part}>
            <Card title={text[part].title}>
              <Stack gap={4}>
                <View />
              </Stack>
            </Card>
          </div>
        );
      })}
    </PublicPage>
  );
}

/** Returns a command of the examples with the address of this site, without the lines about its licence. */
const here = (file: string): string =>
  programOf(file)
    .replace(/^(#.*\n)+\n/, "")
    .replace("http://localhost:3000", location.origin);

function Start() {
  const { start } = useTextOf("docs");
  return (
    <>
      <Words>{start.steps.key}</Words>
      <p>
        <Link href="/profile#programs" className={buttonClass("quiet")}>
          {start.profile}
        </Link>
      </p>
      <Words>{start.steps.call}</Words>
      <Program name={start.steps.call}>{here("balance.sh")}</Program>
      <Words>{start.steps.order}</Words>
      <Program name={start.steps.order}>{here("order.sh")}</Program>
      <Words>{start.own}</Words>
      <Words>{start.answer}</Words>
      <Words>{start.sell}</Words>
    </>
  );
}

const CALLS = (Object.keys(KEY_SCOPES) as (keyof typeof KEY_SCOPES)[]).map((name) => ({
  route: routes[name],
  scope: KEY_SCOPES[name],
}));

function Keys() {
  const { keys } = useTextOf("docs");
  return (
    <>
      <Words>{keys.text}</Words>
      <Table
        name={keys.title}
        head={[keys.scope, keys.allows]}
        rows={[...SCOPES, "any" as const].map((scope) => [inCode(scope), keys.scopes[scope]])}
      />
      <FactList facts={keys.facts} />
    </>
  );
}

function SignIn() {
  const { signIn } = useTextOf("docs");
  return (
    <>
      <Words>{signIn.text}</Words>
      <FactList facts={signIn.facts} />
    </>
  );
}

function Repeat() {
  const { repeat } = useTextOf("docs");
  return (
    <>
      <Words>{repeat.text}</Words>
      <Table
        name={repeat.title}
        head={[repeat.sent, repeat.get]}
        rows={[repeat.rows.same, repeat.rows.other, repeat.rows.running]}
      />
      <Words>{repeat.refusal}</Words>
      <Words>{repeat.late}</Words>
    </>
  );
}

const ERROR = { message: errorWords.balance_insufficient.en, code: "balance_insufficient", field: "amount" };

const filled = (words: string): string => words.replaceAll(/\{\w+\}/g, "…");

function Errors() {
  const { errors } = useTextOf("docs");
  const language = useLanguage();
  const codes = Object.entries(errorWords).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <>
      <Words>{errors.text}</Words>
      <Program name={errors.title}>{JSON.stringify(ERROR, null, 2)}</Program>
      <Words>{errors.again}</Words>
      <Disclosure summary={errors.all(codes.length)}>
        <Table
          name={errors.all(codes.length)}
          head={[errors.code, errors.status, errors.meaning]}
          rows={codes.map(([code, words]) => [inCode(code), `${words.status}`, filled(words[language])])}
        />
      </Disclosure>
    </>
  );
}

function Limits() {
  return <FactList facts={useTextOf("docs").limits.facts} />;
}

function Lists() {
  return <FactList facts={useTextOf("docs").lists.facts} />;
}

type MessagesProps<Type extends string> = {
  examples: Readonly<Record<Type, object>>;
  tells: Readonly<Record<Type, string>>;
};

/** Messages of each type, behind the line that says what the type tells. */
function Messages<Type extends string>({ examples, tells }: MessagesProps<Type>) {
  return (
    <div>
      {(Object.keys(examples) as Type[]).map((type) => (
        <Disclosure
          key={type}
          summary={
            <span>
              <Rich>{`${inCode(type)} ${tells[type]}`}</Rich>
            </span>
          }
        >
          <Program name={tells[type]}>{JSON.stringify(examples[type], null, 2)}</Program>
        </Disclosure>
      ))}
    </div>
  );
}

function LiveMessages() {
  const { live } = useTextOf("docs");
  return (
    <>
      <Words>{live.text}</Words>
      <Words>{live.gap}</Words>
      <Messages examples={PUSH_EXAMPLES} tells={live.tells} />
    </>
  );
}

function Webhooks() {
  const { webhooks } = useTextOf("docs");
  return (
    <>
      <Words>{webhooks.text}</Words>
      <FactList facts={webhooks.facts} />
      <Messages examples={WEBHOOK_EXAMPLES} tells={webhooks.tells} />
      <Words>{webhooks.check}</Words>
      <Program name={webhooks.title}>{programOf("check-webhook.ts")}</Program>
    </>
  );
}

function Calls() {
  const { calls } = useTextOf("docs");
  return (
    <>
      <Words>{calls.text}</Words>
      <Row gap={3}>
        <a href="/api/docs" className={buttonClass("quiet")}>
          {calls.openApi}
        </a>
        <a href="/api/openapi.json" className={buttonClass("quiet")}>
          {calls.json}
        </a>
      </Row>
      <Table
        name={calls.title}
        head={[calls.call, calls.scope]}
        rows={CALLS.map(({ route, scope }) => [inCode(route), inCode(scope)])}
      />
    </>
  );
}

function Examples() {
  const { examples } = useTextOf("docs");
  const programs = [
    [examples.bot, "trade.ts"],
    [examples.statements, "statement.ts"],
    [examples.receipts, "verify-receipts.ts"],
    [examples.python, "order.py"],
  ] as const;
  return (
    <>
      <Words>{examples.text}</Words>
      <div>
        {programs.map(([name, file]) => (
          <Disclosure key={name} summary={name}>
            <Program name={name}>{programOf(file)}</Program>
          </Disclosure>
        ))}
      </div>
    </>
  );
}
