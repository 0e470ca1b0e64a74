import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { natsLink } from "../src/cluster/link.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDatabase } from "../src/platform/db/database.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { createNatsServer, findNatsServer } from "../testing/nats-server.ts";
import { until } from "../testing/test-client.ts";
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY, writeTlsFiles } from "../testing/tls-files.ts";

const files = writeTlsFiles();
afterAll(files.remove);

describe("the connection to PostgreSQL", () => {
  /** Starts a PostgreSQL over TCP that takes TLS, in front of the tests' PostgreSQL; or one that refuses TLS. */
  async function front(takesTls: boolean): Promise<number> {
    const { host, port } = inject("postgres");
    const server = createServer((plain) => {
      plain.on("error", () => {});
      plain.once("data", (request: Buffer) => {
        // A client asks for TLS by this number in place of a version.
        expect(request.readInt32BE(4)).toBe(80_877_103);
        plain.write(takesTls ? "S" : "N");
        if (!takesTls) return;
        const cert = { cert: TEST_CERTIFICATE, key: TEST_CERTIFICATE_KEY };
        const secure = new TLSSocket(plain, { isServer: true, ...cert });
        const behind: Socket = connect(`${host}/.s.PGSQL.${port}`);
        for (const socket of [secure, behind]) socket.on("error", () => socket.destroy());
        secure.pipe(behind).pipe(secure);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    return (server.address() as AddressInfo).port;
  }

  async function ask(port: number, query: string, name = "localhost"): Promise<boolean> {
    const { user, password } = inject("postgres");
    const url = `postgresql://${user}:${encodeURIComponent(password)}@${name}:${port}/postgres?${query}`;
    const database = openDatabase(url, createLog("silent"), 1);
    try {
      await database.query("select 1");
      return true;
    } finally {
      await database.end();
    }
  }

  it("is encrypted with sslmode=verify-full, and only to a certificate that is known", async () => {
    const port = await front(true);
    expect(await ask(port, `sslmode=verify-full&sslrootcert=${files.certificate}`)).toBe(true);
    await expect(ask(port, "sslmode=verify-full")).rejects.toThrow(/self-signed/);
  });

  it("is never made in the clear instead", async () => {
    const query = `sslmode=verify-full&sslrootcert=${files.certificate}`;
    await expect(ask(await front(false), query)).rejects.toThrow(/does not support SSL/);
  });
});

describe.skipIf(findNatsServer() === undefined)("the connection to NATS with tls://", () => {
  const known = getCACertificates("default");
  beforeAll(() => setDefaultCACertificates([...known, TEST_CERTIFICATE]));
  afterAll(() => setDefaultCACertificates(known));

  async function open(options: string[]) {
    const nats = await createNatsServer(options);
    onTestFinished(nats.kill);
    const said: string[] = [];
    const log = createLog("info", { write: (line) => void said.push(line) });
    const { port } = new URL(nats.url);
    const link = natsLink({ servers: [{ host: `localhost:${port}`, tls: true }], clock: systemClock(), log });
    onTestFinished(link.close);
    return { link, said };
  }

  it("is encrypted, and only to a certificate that is known", async () => {
    const { link } = await open(["--tls", "--tlscert", files.certificate, "--tlskey", files.key]);
    await until(() => link.isConnected(), "it is connected");
    setDefaultCACertificates(known);
    const { link: other, said } = await open([
      "--tls",
      "--tlscert",
      files.certificate,
      "--tlskey",
      files.key,
    ]);
    // The first try may come before the server listens.
    await until(() => /self-signed/.test(said.join()), "it was refused for its certificate");
    expect(other.isConnected()).toBe(false);
  });

  it("is never made in the clear instead", async () => {
    const { link, said } = await open([]);
    await until(() => said.length > 0, "it was refused");
    expect(link.isConnected()).toBe(false);
  });
});
