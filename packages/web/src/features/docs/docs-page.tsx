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
import { buttonClass } from "../../ui/button.tsx";
import { Card, Disclosure } from "../../ui/card.tsx";
import { Row, Stack } from "../../ui/primitives.tsx";
import { PublicPage } from "../verify/public-frame.ts";
import { Code, FactList, inCode, Lead, programOf, Rich, Table } from "./docs-parts.tsx";
import styles from "./docs-page.module.css";

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
          <ul className={styles["contents"]}>
            {PARTS.map((part) => (
              <li key={part}>
                <a href={`#${part}`} className={styles["jump"]}>
                  {text[part].title}
                </a>
              </li>
            ))}
          </ul>
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
      <Lead>{start.steps.key}</Lead>
      <p>
        <Link href="/profile#programs" className={buttonClass("quiet")}>
          {start.profile}
        </Link>
      </p>
      <Lead>{start.steps.call}</Lead>
      <Code name={start.steps.call}>{here("balance.sh")}</Code>
      <Lead>{start.steps.order}</Lead>
      <Code name={start.steps.order}>{here("order.sh")}</Code>
      <Lead>{start.own}</Lead>
      <Lead>{start.answer}</Lead>
      <Lead>{start.sell}</Lead>
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
      <Lead>{keys.text}</Lead>
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
      <Lead>{signIn.text}</Lead>
      <FactList facts={signIn.facts} />
    </>
  );
}

function Repeat() {
  const { repeat } = useTextOf("docs");
  return (
    <>
      <Lead>{repeat.text}</Lead>
      <Table
        name={repeat.title}
        head={[repeat.sent, repeat.get]}
        rows={[repeat.rows.same, repeat.rows.other, repeat.rows.running]}
      />
      <Lead>{repeat.refusal}</Lead>
      <Lead>{repeat.late}</Lead>
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
      <Lead>{errors.text}</Lead>
      <Code name={errors.title}>{JSON.stringify(ERROR, null, 2)}</Code>
      <Lead>{errors.again}</Lead>
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

const MESSAGES = Object.keys(PUSH_EXAMPLES) as (keyof typeof PUSH_EXAMPLES)[];

function LiveMessages() {
  const { live } = useTextOf("docs");
  return (
    <>
      <Lead>{live.text}</Lead>
      <Lead>{live.gap}</Lead>
      <div>
        {MESSAGES.map((type) => (
          <Disclosure
            key={type}
            summary={
              <span>
                <Rich>{`${inCode(type)} ${live.tells[type]}`}</Rich>
              </span>
            }
          >
            <Code name={type}>{JSON.stringify(PUSH_EXAMPLES[type], null, 2)}</Code>
          </Disclosure>
        ))}
      </div>
    </>
  );
}

const EVENTS = Object.keys(WEBHOOK_EXAMPLES) as (keyof typeof WEBHOOK_EXAMPLES)[];

function Webhooks() {
  const { webhooks } = useTextOf("docs");
  return (
    <>
      <Lead>{webhooks.text}</Lead>
      <FactList facts={webhooks.facts} />
      <div>
        {EVENTS.map((type) => (
          <Disclosure
            key={type}
            summary={
              <span>
                <Rich>{`${inCode(type)} ${webhooks.tells[type]}`}</Rich>
              </span>
            }
          >
            <Code name={webhooks.tells[type]}>{JSON.stringify(WEBHOOK_EXAMPLES[type], null, 2)}</Code>
          </Disclosure>
        ))}
      </div>
      <Lead>{webhooks.check}</Lead>
      <Code name={webhooks.title}>{programOf("check-webhook.ts")}</Code>
    </>
  );
}

function Calls() {
  const { calls } = useTextOf("docs");
  return (
    <>
      <Lead>{calls.text}</Lead>
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
      <Lead>{examples.text}</Lead>
      <div>
        {programs.map(([name, file]) => (
          <Disclosure key={name} summary={name}>
            <Code name={name}>{programOf(file)}</Code>
          </Disclosure>
        ))}
      </div>
    </>
  );
}
