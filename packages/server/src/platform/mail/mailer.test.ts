import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { movableClock } from "../../../testing/movable-clock.ts";
import { useOutbox } from "../../../testing/outbox.ts";
import { startSmtpServer } from "../../../testing/smtp-server.ts";
import type { TestSmtpServer } from "../../../testing/smtp-server.ts";
import { createMailer } from "./mailer.ts";
import type { MailSettings, Mailer } from "./mailer.ts";

const FROM = "Veritick <no-reply@veritick.example>";
const MAIL = {
  id: "01a2b3c4-0000-7000-8000-000000000001",
  to: "ada@example.com",
  subject: "Été",
  text: "Bonjour Ada,\n\nla clé est sesame-4711 = été.\n.\nFin\n",
};

const lines: string[] = [];
const clock = movableClock();
const mailers: Mailer[] = [];
function mailerFor(transport: MailSettings["transport"]): Mailer {
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  const mailer = createMailer({ transport, from: FROM }, { clock, log });
  mailers.push(mailer);
  return mailer;
}
afterEach(() => {
  for (const mailer of mailers.splice(0)) mailer.close();
  lines.length = 0;
});
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("the outbox", () => {
  const outbox = useOutbox();

  it("stores each mail as a private file, in order, and logs its place", async () => {
    const folder = join(outbox.path, "one");
    const mailer = mailerFor({ outbox: folder });
    expect(modeOf(folder)).toBe(0o700);
    expect(lines[0]).toContain(folder);
    const tos = ["one@example.com", "two@example.com", "three@example.com"];
    for (const [index, to] of tos.entries()) {
      if (index === 2) clock.jump(1);
      await mailer.send({ ...MAIL, id: `${MAIL.id.slice(0, -1)}${index}`, to });
    }
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(3);
    for (const [index, file] of files.entries()) {
      expect(file).toMatch(/^2026-.*\.eml$/);
      expect(modeOf(join(folder, file))).toBe(0o600);
      expect(lines[index + 1]).toContain(join(folder, file));
    }
    expect(lines.join("")).not.toContain("sesame-4711");
  });

  it("keeps the mails of a month and deletes older ones, and leaves other files alone", async () => {
    const folder = join(outbox.path, "month");
    const mailer = mailerFor({ outbox: folder });
    await mailer.send(MAIL);
    writeFileSync(join(folder, "notes.eml"), "");
    const day = 86_400;
    clock.jump(20 * day);
    await mailer.send(MAIL);
    expect(readdirSync(folder)).toHaveLength(3);
    clock.jump(11 * day);
    await mailer.send(MAIL);
    const [first, ...rest] = readdirSync(folder).toSorted();
    expect([first, ...rest]).toHaveLength(3);
    expect(rest.at(-1)).toBe("notes.eml");
  });

  it("shows the text as it is under headers that a mail program reads", async () => {
    await mailerFor({ outbox: outbox.path }).send(MAIL);
    const [mail] = outbox.mails(MAIL.to);
    expect(mail!.to).toBe(MAIL.to);
    expect(mail!.text).toBe(MAIL.text);
    for (const header of [
      `From: ${FROM}`,
      "Subject: =?UTF-8?B?w4l0w6k=?=",
      `Date: ${new Date(clock.nowMs()).toUTCString().replace("GMT", "+0000")}`,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: 8bit",
    ])
      expect(mail!.headers.split("\r\n")).toContain(header);
  });

  it.each([
    { ...MAIL, to: "ada@example.com\r\nBcc: eve@example.com" },
    { ...MAIL, subject: "Hello\nBcc: eve@example.com" },
    { ...MAIL, to: "ada@example.com\0" },
  ])("refuses a header injected into %j", async (mail) => {
    const folder = join(outbox.path, "smuggled");
    await expect(mailerFor({ outbox: folder }).send(mail)).rejects.toThrow("one line each");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses two addresses in one", async () => {
    await mailerFor({ outbox: outbox.path }).send({ ...MAIL, to: "ada@example.com, eve@example.com" });
    const addressed = outbox.mails().flatMap(({ to }) => to.split(/[<>]/));
    expect(addressed).toContain('"ada@example.com, eve"@example.com');
    expect(addressed).not.toContain("eve@example.com");
  });
});

describe("a mail server", () => {
  async function withServer(work: (server: TestSmtpServer, mailer: Mailer) => Promise<void>): Promise<void> {
    const server = await startSmtpServer();
    const mailer = mailerFor({ smtpUrl: server.url });
    try {
      await work(server, mailer);
    } finally {
      mailer.close();
      await server.close();
    }
  }

  it("receives the mail", () =>
    withServer(async (server, mailer) => {
      await mailer.send(MAIL);
      expect(server.mails).toHaveLength(1);
      const [mail] = server.mails;
      expect(mail).toMatchObject({ from: "no-reply@veritick.example", to: ["ada@example.com"] });
      expect(mail!.data).toContain("Subject: =?UTF-8?B?w4l0w6k=?=\r\n");
      expect(decodeQuotedPrintable(mail!.data)).toContain("la clé est sesame-4711 = été.\r\n.\r\nFin");
      expect(lines).toEqual([]);
    }));

  it("receives many mails over one connection", () =>
    withServer(async (server, mailer) => {
      for (let count = 0; count < 5; count += 1) await mailer.send(MAIL);
      expect(server.mails).toHaveLength(5);
      expect(server.connections()).toBe(1);
    }));

  it("is tried once, and its refusal quotes neither the mail nor the server", () =>
    withServer(async (server, mailer) => {
      server.refuseNext(1);
      const failure = await mailer.send(MAIL).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "NotSentError", message: "the mail server answered 451" });
      expect(server.mails).toHaveLength(0);
      await mailer.send(MAIL);
      expect(server.mails).toHaveLength(1);
      expect(server.mails[0]!.data).toContain(`Message-ID: <${MAIL.id}@veritick.example>\r\n`);
    }));

  it("gets no mail without TLS, unless it is on this machine", () =>
    withServer(async (server) => {
      // This address, too, leads to this machine, but none of its names does so everywhere.
      const elsewhere = mailerFor({ smtpUrl: server.url.replace("127.0.0.1", "0.0.0.0") });
      await expect(elsewhere.send(MAIL)).rejects.toThrow("the mail server offers no TLS that can be trusted");
      expect(server.connections()).toBe(1);
      expect(server.mails).toEqual([]);
      const here = mailerFor({ smtpUrl: server.url.replace("127.0.0.1", "localhost") });
      await here.send(MAIL);
      expect(server.mails).toHaveLength(1);
    }));

  it("fails the mail if it cannot be reached", async () => {
    const server = await startSmtpServer();
    await server.close();
    const mailer = mailerFor({ smtpUrl: server.url });
    await expect(mailer.send(MAIL)).rejects.toThrow("the mail server did not take it (ECONNREFUSED)");
  });
});

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
