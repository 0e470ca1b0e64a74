import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { natsLink } from "../src/cluster/link.ts";
import { systemClock } from "../src/platform/clock.ts";
import { openDatabase } from "../src/platform/db/database.ts";
import { isDatabaseUnavailable } from "../src/platform/db/unavailable.ts";
import { describeNoDatabase } from "../src/platform/process/failures.ts";
import { createLog } from "../src/platform/telemetry/log.ts";
import { createNatsServer, findNatsServer } from "../testing/nats-server.ts";
import { until } from "../testing/test-client.ts";
import {
  EXPIRED,
  OTHER_NAME,
  TEST_CERTIFICATE,
  TEST_CERTIFICATE_KEY,
  writeTlsFiles,
} from "../testing/tls-files.ts";

const files = writeTlsFiles();
afterAll(files.remove);

describe("the connection to PostgreSQL", () => {
  /** Starts a PostgreSQL over TCP with a certificate, in front of the tests' PostgreSQL; or one that refuses TLS. */
  async function front(certificate: string | undefined): Promise<number> {
    const { host, port } = inject("postgres");
    const server = createServer((plain) => {
      plain.on("error", () => {});
      plain.once("data", (request: Buffer) => {
        // A client asks for TLS by this number in place of a version.
        expect(request.readInt32BE(4)).toBe(80_877_103);
        plain.write(certificate === undefined ? "N" : "S");
        if (certificate === undefined) return;
        const secure = new TLSSocket(plain, { isServer: true, cert: certificate, key: TEST_CERTIFICATE_KEY });
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
    const port = await front(TEST_CERTIFICATE);
    expect(await ask(port, `sslmode=verify-full&sslrootcert=${files.certificate}`)).toBe(true);
    await expect(ask(port, "sslmode=verify-full")).rejects.toThrow(/self-signed/);
  });

  it("is never made in the clear instead", async () => {
    const query = `sslmode=verify-full&sslrootcert=${files.certificate}`;
    await expect(ask(await front(undefined), query)).rejects.toThrow(/does not support SSL/);
  });

  it.each([
    [
      "of an unknown authority",
      TEST_CERTIFICATE,
      undefined,
      /self-signed.* name its authority with sslrootcert=/,
    ],
    [
      "for another name",
      OTHER_NAME,
      OTHER_NAME,
      /localhost.* Use a host that its certificate names in DATABASE_URL/,
    ],
    [
      "that has expired",
      EXPIRED,
      EXPIRED,
      /^No connection .*expired\. Renew the certificate of the database/,
    ],
    ["that is missing", undefined, TEST_CERTIFICATE, /^No connection .* Switch on ssl in postgresql\.conf/],
  ])("says what to do about a certificate %s, and counts as an outage", async (_name, own, known, advice) => {
    const authority = join(files.folder, "known.pem");
    writeFileSync(authority, known ?? "");
    const query =
      known === undefined ? "sslmode=verify-full" : `sslmode=verify-full&sslrootcert=${authority}`;
    const failure = (await ask(await front(own), query).catch((error: unknown) => error)) as Error;
    expect(describeNoDatabase(failure)).toMatch(advice);
    expect(isDatabaseUnavailable(failure)).toBe(true);
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
