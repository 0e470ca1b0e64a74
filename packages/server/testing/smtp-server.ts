import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; data: string };

export type TestSmtpServer = {
  url: string;
  mails: ReceivedMail[];
  connections(): number;
  /** Refuses the next `count` mails with a temporary error. */
  refuseNext(count: number): void;
  close(): Promise<void>;
};

/** Starts a mail server on a free port. It offers no TLS. */
export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  let refusals = 0;

  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onRcptTo({ address }, _session, done) {
      if (refusals === 0) return done();
      refusals -= 1;
      done(Object.assign(new Error(`<${address}> quoted by the server: try later`), { responseCode: 451 }));
    },
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      let data = "";
      stream.setEncoding("utf8").on("data", (part: string) => (data += part));
      stream.on("end", () => {
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), data });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    connections: () => connections,
    refuseNext: (count) => void (refusals = count),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
