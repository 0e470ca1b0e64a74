import { chmodSync, mkdirSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createTransport } from "nodemailer";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Log } from "../telemetry/log.ts";
import type { MailTransport, OutgoingMail } from "./mailer.ts";

/** A folder where each mail becomes a file, for its owner alone; by name the files are in the order of time. */
export function createOutbox(path: string, options: { clock: Clock; log: Log }): MailTransport {
  const { clock, log } = options;
  const outbox = resolve(path);
  mkdirSync(outbox, { recursive: true, mode: 0o700 });
  chmodSync(outbox, 0o700);
  log.info({ outbox }, "no mail server is configured: e-mails are written to this folder");

  return {
    async deliver(mail) {
      const name = `${mail.date.toISOString().replaceAll(":", "-")}-${newId(clock.nowMs())}.eml`;
      const file = join(outbox, name);
      // Written aside and renamed, so that whoever looks finds whole mails only.
      const aside = await open(`${file}.new`, "wx", 0o600);
      try {
        await aside.writeFile(await compose(mail));
        await aside.sync();
      } finally {
        await aside.close();
      }
      await rename(`${file}.new`, file);
      log.info({ file }, "an e-mail was written");
    },
    close: () => {},
  };
}

/**
 * The mail as a mail program reads it. Its text stands there as it is, where a mail server would be sent it encoded in
 * short lines: a link can be copied out of the file by hand.
 */
async function compose({ to, from, subject, text, date }: OutgoingMail): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await composer.sendMail({
    to: { name: "", address: to },
    from,
    subject,
    date,
    text: "-",
  });
  const [headers = ""] = String(message).split("\r\n\r\n", 1);
  return [
    headers.replace(/^Content-Transfer-Encoding: 7bit$/m, "Content-Transfer-Encoding: 8bit"),
    text.replaceAll(/\r?\n/g, "\r\n"),
  ].join("\r\n\r\n");
}
