import { randomBytes, randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "../config/config.ts";
import { findUnreadLine, isQuotable, readEnvFile, writeEnvFile } from "../config/env-file.ts";
import { readMail, readOutgoingProxy, readPayments } from "../config/services.ts";
import { readEmail, readFourEyes, readHouseCapital } from "../config/values.ts";
import { nowPaymentsProvider } from "../payments/public.ts";
import { systemClock } from "../platform/clock.ts";
import { useOutgoingProxy } from "../platform/outgoing-proxy.ts";
import { createMailer } from "../platform/mail/mailer.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { RefusedError, runTool, UsageError } from "./tool.ts";

const USAGE = "npm run setup [-- FILE]";

/** Hex digits alone, because some become a part of an address. */
const SECRETS = [
  "PRICE_SECRET",
  "CODE_PEPPER",
  "SIGNING_KEY",
  "BEACON_KEY",
  "POSTGRES_PASSWORD",
  "SERVER_DATABASE_PASSWORD",
  "NATS_TOKEN",
  "METRICS_TOKEN",
  "GRAFANA_PASSWORD",
];

type Question = {
  name: string;
  words: string;
  /** What an empty answer means, if the file and the environment have no value. */
  usual?: string;
  isSecret?: true;
};

type Topic = {
  /** Each question may depend on the answers before it. */
  questions(values: Values): Iterable<Question>;
  /** @throws ConfigError for answers that the server would refuse */
  read(values: Values): void;
  /** Tries what was answered. Returns what is wrong, or undefined. */
  check?(values: Values, terminal: Terminal): Promise<string | undefined>;
};

type Values = Map<string, string>;
const given = (values: Values) => (name: string) => values.get(name)?.trim() || undefined;
const isReal = (values: Values) => given(values)("PAYMENT_PROVIDER") === "nowpayments";
const publicUrl = (values: Values) => new URL(`https://${values.get("SITE_ADDRESS")}`);

const DAY_MS = 86_400_000;
const log = createLog("silent");
const clock = systemClock();

const SITE: Topic = {
  questions: () => [
    { name: "SITE_ADDRESS", words: "Address of the site, without https://", usual: "localhost" },
  ],
  read(values) {
    const address = values.get("SITE_ADDRESS")!;
    const isHost = URL.canParse(`https://${address}`) && publicUrl(values).host === address.toLowerCase();
    if (!isHost)
      throw new ConfigError(`SITE_ADDRESS must be a name such as trade.example.com, not "${address}"`);
  },
  async check(values) {
    const { hostname } = publicUrl(values);
    try {
      await lookup(hostname);
      return undefined;
    } catch {
      return `DNS has no address for ${hostname} yet. Point it to this machine: until then users cannot reach the site, and it gets no certificate.`;
    }
  },
};

const PAYMENTS: Topic = {
  questions: () => [
    {
      name: "PAYMENT_PROVIDER",
      words: "Payments: sandbox (no real money) or nowpayments",
      usual: "sandbox",
    },
  ],
  read(values) {
    if (!isReal(values)) readPayments(given(values), publicUrl(values));
  },
};

const VENDOR: Topic = {
  *questions(values) {
    yield { name: "NOWPAYMENTS_API_KEY", words: "NOWPayments: API key", isSecret: true };
    yield { name: "NOWPAYMENTS_IPN_SECRET", words: "NOWPayments: IPN secret", isSecret: true };
    yield {
      name: "NOWPAYMENTS_EMAIL",
      words: "NOWPayments: e-mail, for payouts (empty: you send payouts by hand)",
    };
    if (given(values)("NOWPAYMENTS_EMAIL") === undefined) return;
    yield { name: "NOWPAYMENTS_PASSWORD", words: "NOWPayments: password", isSecret: true };
    yield {
      name: "NOWPAYMENTS_TOTP_SECRET",
      words: "NOWPayments: secret of the authenticator app",
      isSecret: true,
    };
  },
  read: (values) => void readPayments(given(values), publicUrl(values)),
  async check(values) {
    const config = readPayments(given(values), publicUrl(values));
    if (config.provider === "sandbox") return undefined;
    const provider = nowPaymentsProvider({ clock, log }, config);
    try {
      await provider.minimumDeposit();
      // The list of payments needs the sign-in for payouts. Its first payment is enough.
      if (config.payouts !== undefined)
        await provider
          .listPayments(new Date(clock.nowMs() - DAY_MS), new Date(clock.nowMs()))
          [Symbol.asyncIterator]()
          .next();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  },
};

const HOUSE: Topic = {
  *questions(values) {
    if (!isReal(values)) {
      yield {
        name: "HOUSE_CAPITAL",
        words: "The house's play money, from which winning positions are paid",
        usual: "1000000",
      };
      return;
    }
    yield {
      name: "HOUSE_CAPITAL",
      words: "The house's own funds in USD, from which winning positions are paid",
    };
    yield {
      name: "FOUR_EYES_ABOVE",
      words: "Second approval of decisions above this amount (none: never)",
    };
  },
  read(values) {
    if (given(values)("HOUSE_CAPITAL") === undefined)
      throw new ConfigError("HOUSE_CAPITAL is required: without it, users cannot open positions");
    readHouseCapital(values.get("HOUSE_CAPITAL"), false);
    readFourEyes(given(values)("FOUR_EYES_ABOVE"), isReal(values));
  },
};

const MAIL: Topic = {
  *questions(values) {
    yield {
      name: "SMTP_URL",
      words:
        "Mail server, like smtps://user:password@host:465 (empty: no e-mails, so users cannot reset their passwords)",
      isSecret: true,
    };
    if (given(values)("SMTP_URL") === undefined) return;
    yield {
      name: "MAIL_FROM",
      words: "Sender of e-mails",
      usual: `Veritick <no-reply@${publicUrl(values).hostname}>`,
    };
    yield {
      name: "SUPPORT_EMAIL",
      words: "E-mail address of your support, shown in each e-mail (empty: none)",
    };
  },
  read(values) {
    readMail(given(values), publicUrl(values), undefined);
    readEmail("SUPPORT_EMAIL", given(values)("SUPPORT_EMAIL"));
  },
  async check(values, terminal) {
    const mail = readMail(given(values), publicUrl(values), undefined);
    if (mail === undefined) return undefined;
    const to = await terminal.ask("Your own address, for a test e-mail (empty: none): ");
    if (to === "") return undefined;
    const mailer = createMailer(mail, { clock, log });
    const text = `This is a test of the mail server for ${publicUrl(values).href}.\n`;
    try {
      await mailer.send({ id: randomUUID(), to, subject: "Veritick: Test e-mail", text });
      terminal.say(`  A test e-mail is on its way to ${to}.`);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    } finally {
      mailer.close();
    }
  },
};

/**
 * `npm run setup`: fills `.env` for compose.yaml. It makes the secrets that are missing, asks for the rest, and tries each
 * answer. An empty answer keeps the value of the environment or of the file. Secrets that exist are never replaced.
 */
await runTool(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length > 1) throw new UsageError();
  const file = resolve(positionals[0] ?? ".env");
  const template = join(dirname(file), ".env.example");
  if (!existsSync(file) && !existsSync(template))
    throw new RefusedError(`${template} is missing: run this command in a clone of the repository.`);
  const text = readFileSync(existsSync(file) ? file : template, "utf8");
  const unread = findUnreadLine(text);
  if (unread !== undefined)
    throw new RefusedError(`${file}: write "${unread}" as NAME=value, without export and spaces.`);
  const values = readEnvFile(text);
  const proxy = readOutgoingProxy((name) => process.env[name]?.trim() || given(values)(name));
  if (proxy !== undefined) useOutgoingProxy(proxy);
  const terminal = openTerminal();

  async function ask({ name, words, usual, isSecret }: Question): Promise<void> {
    const known = process.env[name]?.trim() || given(values)(name) || usual;
    const shown = known === undefined ? "" : ` [${isSecret ? "unchanged" : known}]`;
    const answer = (await terminal.ask(`${words}${shown}: `, isSecret)) || (known ?? "");
    if (answer === given(values)(name)) return;
    if (!isQuotable(answer))
      throw new ConfigError(
        `${name} must not contain a single quote or end with \\. In an address, write %27 for a quote`,
      );
    values.set(name, answer);
  }

  async function settle({ questions, read, check }: Topic): Promise<void> {
    for (;;) {
      try {
        for (const question of questions(values)) await ask(question);
        read(values);
      } catch (error) {
        if (!(error instanceof ConfigError) || terminal.isOver()) throw error;
        terminal.say(`  ! ${error.message}.`);
        // Each message begins with its variable.
        values.delete(/^[A-Z_]+/.exec(error.message)?.[0] ?? "");
        continue;
      }
      const wrong = await check?.(values, terminal);
      if (wrong === undefined) return;
      terminal.say(`  ! ${wrong}`);
      if (terminal.isOver() || !/^y/i.test(await terminal.ask("Answer again? [y/N]: "))) return;
    }
  }

  try {
    await settle(SITE);
    await settle(PAYMENTS);
    if (isReal(values)) {
      await settle(VENDOR);
      if (given(values)("BEACON") === undefined) values.set("BEACON", "quicknet");
    }
    await settle(HOUSE);
    await settle(MAIL);
  } finally {
    terminal.close();
  }

  const made = SECRETS.filter((name) => given(values)(name) === undefined);
  for (const name of made) values.set(name, randomBytes(32).toString("hex"));
  readConfig({
    ...Object.fromEntries(values),
    DATABASE_URL: "postgresql://veritick_server:password@postgres:5432/veritick",
    PUBLIC_URL: publicUrl(values).href,
    NATS_URL: "nats://nats:4222",
  });

  // Complete or not at all, and for its owner alone: a file that is there already would keep its mode.
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, writeEnvFile(text, values), { flag: "wx", mode: 0o600, flush: true });
  renameSync(unfinished, file);
  console.log(
    `\n${file} was written. New secrets: ${made.length}${made.length === SECRETS.length ? "" : ". The others are unchanged"}.`,
  );
  console.log(
    "Store a copy of it elsewhere: without PRICE_SECRET and CODE_PEPPER, no server can start on your database again.",
  );
  console.log("Next: docker compose up --build --detach");
});

type Terminal = {
  /**
   * Shows a question and resolves to the answer, without blanks around it. Without further input it is empty.
   *
   * @throws RefusedError after Ctrl+D at a terminal, which people press to leave
   */
  ask(question: string, isHidden?: boolean): Promise<string>;
  say(text: string): void;
  /** True if no answer can come any more. A terminal throws instead. */
  isOver(): boolean;
  close(): void;
};

function openTerminal(): Terminal {
  const terminal = process.stdin.isTTY;
  let isMuted = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isMuted) process.stdout.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal });
  const answers = lines[Symbol.asyncIterator]();
  let isOver = false;
  let isClosed = false;
  lines.once("close", () => (isClosed = true));
  // Ctrl+C ends the command, and nothing is written.
  lines.once("SIGINT", () => process.exit(130));
  return {
    async ask(question, isHidden = false) {
      // As a prompt, it stays on the screen while the answer is edited.
      lines.setPrompt(question);
      if (terminal && !isClosed) lines.prompt();
      else process.stdout.write(question);
      isMuted = isHidden && terminal;
      const { value, done } = await answers.next();
      isMuted = false;
      if (isHidden || !terminal) process.stdout.write("\n");
      if (done === true && terminal) throw new RefusedError("\nThe input ended. Nothing was written.");
      isOver ||= done === true;
      return done === true ? "" : (value as string).trim();
    },
    say: (text) => console.log(text),
    isOver: () => isOver,
    close: () => lines.close(),
  };
}
