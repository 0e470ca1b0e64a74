import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; data: string };

export type SmtpServer = {
  url: string;
  mails: ReceivedMail[];
  connections(): number;
  /** Refuses the next `count` mails with a temporary error. */
  refuseNext(count: number): void;
  close(): Promise<void>;
};

/** Starts the parts of a mail server that a client needs, on a free port. It offers no TLS. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let refusals = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.setEncoding("utf8");
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: "", to: [], data: "" };
    let buffered = "";
    let isData = false;

    function hear(line: string): void {
      if (isData) {
        if (line !== ".") mail.data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
        else {
          isData = false;
          mails.push(mail);
          say("250 taken");
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "MAIL") {
        mail = { from: addressIn(line), to: [], data: "" };
        say("250 go on");
      } else if (verb === "RCPT") {
        if (refusals > 0) {
          refusals -= 1;
          return say(`451 <${addressIn(line)}> quoted by the server: try later`);
        }
        mail.to.push(addressIn(line));
        say("250 go on");
      } else if (verb === "DATA") {
        isData = true;
        say("354 go on");
      } else if (verb === "STAR") {
        say("502 no TLS here");
      } else if (verb === "QUIT") {
        socket.end("221 good-bye\r\n");
      } else say("250 test");
    }

    socket.on("data", (chunk: string) => {
      buffered += chunk;
      for (let end = buffered.indexOf("\r\n"); end !== -1; end = buffered.indexOf("\r\n")) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        hear(line);
      }
    });
    say("220 test");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    connections: () => connections,
    refuseNext: (count) => void (refusals = count),
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const addressIn = (line: string): string => /<(.*)>/.exec(line)?.[1] ?? "";
