import { randomUUID } from "node:crypto";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { resetTokenOf, useOutbox } from "../../../testing/outbox.ts";
import { TestClient } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { hashPassword, refuseGuessable } from "./passwords.ts";

const outbox = useOutbox();
const scope = useApp({}, { outbox: outbox.path });
const isRefused = (password: string) =>
  refuseGuessable(password, "ada@example.com", "password") !== undefined;
const refusalAt = (field: string) => ({ status: 400, body: { code: "password_guessable", field } });

it("refuses the 3,000 most common passwords, the e-mail and the product's name", () => {
  const refused = dictionary["passwords-common"].filter(isRefused);
  expect(refused).toHaveLength(3_000);
  expect(refused.every(({ length }) => length >= 6)).toBe(true);
  expect(refused.slice(0, 4)).toEqual(["123456", "password", "12345678", "qwerty"]);
  const others = ["PassWord", "QWERTY ", "veritick", "Veritick", "Ada@Example.com"];
  expect(others.filter((password) => !isRefused(password))).toEqual([]);
  const fine = ["ada@example.org", "a long password", "veritick?", "qwerty-7"];
  expect(fine.filter(isRefused)).toEqual([]);
});

it("refuses them at registration and at a change, in the caller's language", async () => {
  const client = new TestClient(scope.app.url);
  const email = `${randomUUID()}@example.com`;
  for (const password of ["football", email.toUpperCase(), "VERITICK"]) {
    expect(await client.post("/api/auth/register", { email, password })).toMatchObject(refusalAt("password"));
  }
  const french = await client.post(
    "/api/auth/register",
    { email, password: "football" },
    { "accept-language": "fr" },
  );
  expect(french.body.message).toMatch(/trop facile à deviner/);
  await client.register(email);
  for (const newPassword of ["football", email, "Veritick"]) {
    const change = { currentPassword: "secret-1", newPassword };
    expect(await client.post("/api/profile/change-password", change)).toMatchObject(refusalAt("newPassword"));
  }
  const login = (password: string) =>
    new TestClient(scope.app.url).post("/api/auth/login", { email, password });
  expect((await login("football")).status).toBe(401);
  expect((await login("secret-1")).status).toBe(200);
});

it("refuses them for a forgotten password, whose link stays good", async () => {
  const client = new TestClient(scope.app.url);
  const { email } = await client.register();
  await client.post("/api/auth/forgot-password", { email });
  await scope.settled();
  const token = resetTokenOf(outbox.mails(email).at(-1));
  const reset = (newPassword: string) => client.post("/api/auth/reset-password", { token, newPassword });
  for (const password of ["football", email]) {
    expect(await reset(password)).toMatchObject(refusalAt("newPassword"));
  }
  expect((await reset("a better one")).status).toBe(200);
});

it("lets users in who set such a password before", async () => {
  const client = new TestClient(scope.app.url);
  const { email, id } = await client.register();
  await scope.app.database.query("update users set password = $2 where id = $1", [
    id,
    await hashPassword("football"),
  ]);
  expect((await client.post("/api/auth/login", { email, password: "football" })).status).toBe(200);
});
