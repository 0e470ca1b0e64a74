import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type PushService = {
  url: string;
  received: Received[];
  /** Sets the status of all answers from now on. Undefined: there is none. */
  answer(status: number | undefined): void;
  isSilent(): boolean;
  /** Acts as a browser's `pushManager.subscribe`. `read` decrypts the messages of that browser. */
  subscribe(): {
    subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
    read(publicKey: string): { title: string; body: string; url: string; tag: string }[];
  };
  close(): Promise<void>;
};

/** The parts of a browser's push service that a server needs, and the browsers behind it (RFC 8030, 8188, 8291, 8292). */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = [];
  let status: number | undefined = 201;
  let browsers = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
      if (status !== undefined) response.writeHead(status).end("never read");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    received,
    answer: (next) => void (status = next),
    isSilent: () => status === undefined,
    subscribe() {
      const path = `/push/${(browsers += 1)}`;
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const auth = randomBytes(16);
      return {
        subscription: {
          endpoint: `${url}${path}`,
          keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
        },
        read: (publicKey) =>
          received
            .filter((one) => one.path === path)
            .map((one) => {
              checkSender(one.headers, publicKey, url);
              return JSON.parse(decrypt(one.body, keys, auth));
            }),
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function checkSender({ authorization = "" }: IncomingHttpHeaders, publicKey: string, audience: string): void {
  const [, token = "", key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("the push is signed with another key than the page was given");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x!, y: y! };
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  if (!isRight || aud !== audience) throw new Error("the signature of the push is not right");
}

function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const theirs = body.subarray(21, 21 + keyLength);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), theirs]);
  const secret = derive(own.computeSecret(theirs), auth, about, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const sealed = body.subarray(21 + keyLength);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return text.subarray(0, text.lastIndexOf(2)).toString();
}
