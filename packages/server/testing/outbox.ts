import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

export type WrittenMail = { file: string; headers: string; to: string; subject: string; text: string };

/** Makes a folder for e-mails that is removed after the test file. */
export function useOutbox(): { path: string; mails(to?: string): WrittenMail[] } {
  const path = mkdtempSync(join(tmpdir(), "veritick-outbox-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    mails(to) {
      const all = readdirSync(path)
        .filter((name) => name.endsWith(".eml"))
        .sort()
        .map((file) => readMail(join(path, file)));
      return to === undefined ? all : all.filter((mail) => mail.to === to);
    },
  };
}

function readMail(file: string): WrittenMail {
  const whole = readFileSync(file, "utf8");
  const [headers = ""] = whole.split("\r\n\r\n", 1);
  return {
    file,
    headers,
    subject: /^Subject: (.*)$/m.exec(headers)?.[1] ?? "",
    to: /^To: (.*)$/m.exec(headers)?.[1] ?? "",
    text: whole.slice(headers.length + 4).replaceAll("\r\n", "\n"),
  };
}

/** Reads the token of the link that confirms an address, or keeps one, in such a mail. */
export function emailTokenOf(mail: WrittenMail | undefined, name: "confirm" | "keep-email"): string {
  const [, found, token] = /\/auth#(confirm|keep-email)=([\w-]{43})$/m.exec(mail?.text ?? "") ?? [];
  if (found !== name || token === undefined) throw new Error(`there is no link #${name} in this mail`);
  return token;
}

/** Reads the token from the link in such a mail. */
export function resetTokenOf(mail: WrittenMail | undefined): string {
  const token = /\/auth#reset=([\w-]{43})$/m.exec(mail?.text ?? "")?.[1];
  if (token === undefined) throw new Error("there is no link in this mail");
  return token;
}
