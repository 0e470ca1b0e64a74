import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { PRODUCT_COST } from "../../../testing/cheap-hashes.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { HASH_COST } from "../passwords/passwords.ts";

const scope = useApp();
const visitor = () => new TestClient(scope.app.url);
const newEmail = () => `${randomUUID()}@example.com`;

describe("registration", () => {
  it("creates an account, signs in and answers the user", async () => {
    const client = visitor();
    const answer = await client.post("/api/auth/register", {
      email: "  Ada@Example.COM ",
      password: "secret-1",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      email: "ada@example.com",
      balance: "0.00000000",
      isAdmin: false,
      withdrawalCode: null,
      createdAt: new Date(scope.app.clock.nowMs()).toISOString(),
    });
    expect((await client.get("/api/auth/me")).body).toEqual(answer.body);
  });

  it("refuses an e-mail that has an account, in any case", async () => {
    const email = newEmail();
    await visitor().register(email);
    const answer = await visitor().post("/api/auth/register", {
      email: email.toUpperCase(),
      password: "another1",
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: "email_taken", field: "email" });
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("creates one account from 10 registrations at once", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        visitor().post("/api/auth/register", {
          email: index % 2 === 0 ? email : email.toUpperCase(),
          password: "secret-1",
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
    const { rows } = await scope.app.database.query("select email from users where lower(email) = $1", [
      email,
    ]);
    expect(rows).toEqual([{ email }]);
  });

  it("stores only hashes of the password, the session token and the live-connection token", async () => {
    const client = visitor();
    const user = await client.register(newEmail(), "a password to look for");
    const wsToken = (await client.get("/api/ws-token")).body.token as string;
    const sessionToken = client.cookie.split("=")[1]!;
    const { rows } = await scope.app.database.query<{ everything: string; password: string }>(
      `select u.password, concat(u::text, s::text, w::text) as everything from users u
       join sessions s on s.user_id = u.id join ws_tokens w on w.session_hash = s.token_hash where u.id = $1`,
      [user.id],
    );
    const { everything, password } = rows[0]!;
    for (const token of [sessionToken, wsToken]) expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(PRODUCT_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const { memoryCost, timeCost } = HASH_COST;
    expect(password.split("$").slice(1, 4)).toEqual([
      "argon2id",
      "v=19",
      `m=${memoryCost},t=${timeCost},p=1`,
    ]);
    for (const secret of ["a password to look for", sessionToken, wsToken]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
    }
    for (const token of [sessionToken, wsToken]) {
      expect(everything).toContain(createHash("sha256").update(token).digest("hex"));
    }
  });
});

describe("the words of a refusal", () => {
  const cases = [
    ["email", { email: "nobody", password: "secret-1" }, "Email invalide", "Enter a valid e-mail address"],
    ["email", { email: 7, password: "secret-1" }, "Email invalide", "Enter a valid e-mail address"],
    ["email", { password: "secret-1" }, "Email invalide", "Enter a valid e-mail address"],
    [
      "password",
      { email: "ada@example.com", password: "12345" },
      "Le mot de passe doit contenir au moins 6 caractères",
      "The password must be at least 6 characters",
    ],
    [
      "password",
      { email: "ada@example.com" },
      "Le mot de passe doit contenir au moins 6 caractères",
      "The password must be at least 6 characters",
    ],
  ] as const;

  it.each(cases)(
    "names the field %s of %j in the requested language",
    async (field, body, french, english) => {
      const say = async (language: string) =>
        (await visitor().post("/api/auth/register", body, { "accept-language": language })).body;
      expect(await say("fr-CA,fr;q=0.9,en;q=0.8")).toMatchObject({ field, message: french });
      expect(await say("en-GB")).toMatchObject({ field, message: english });
      // Programs without a language send `*`.
      const plain = await visitor().post("/api/auth/register", body, { "accept-language": "*" });
      expect(plain.status).toBe(400);
      expect(plain.body).toMatchObject({ field, message: french });
    },
  );
});

describe("the session cookie", () => {
  it("is hidden from scripts and other sites", async () => {
    const answer = await visitor().post("/api/auth/register", { email: newEmail(), password: "secret-1" });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it("is bound to the host and sent over https only if the site uses https", async () => {
    const app = await scope.start({ environment: { PUBLIC_URL: "https://veritick.example" } });
    const client = new TestClient(app.url);
    const answer = await client.post("/api/auth/register", { email: newEmail(), password: "secret-1" });
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect((await client.get("/api/auth/me")).status).toBe(200);
    const out = await client.post("/api/auth/logout");
    expect(out.headers.get("set-cookie")).toMatch(/^__Host-session=; Max-Age=0; Path=\/; .*Secure$/);
  });
});

describe("a state-changing call from another site", () => {
  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["no readable origin", { origin: "null" }],
    ["another port of this host", { origin: "http://127.0.0.1:1" }],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }],
    ["a same-site request of a sibling", { "sec-fetch-site": "same-site" }],
  ])("is refused: %s", async (_name, headers) => {
    const email = newEmail();
    const body = { email, password: "secret-1" };
    const answer = await visitor().post("/api/auth/register", body, headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe("origin_refused");
    const { rowCount } = await scope.app.database.query("select from users where email = $1", [email]);
    expect(rowCount).toBe(0);
  });

  it("does not stop calls of our own site, or reads", async () => {
    const own = { origin: scope.app.url, "sec-fetch-site": "same-origin" };
    const registered = await visitor().post(
      "/api/auth/register",
      { email: newEmail(), password: "secret-1" },
      own,
    );
    expect(registered.status).toBe(201);
    expect((await visitor().get("/api/settings", { origin: "https://evil.example" })).status).toBe(200);
  });
});
