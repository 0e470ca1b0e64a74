import { pino } from "pino";
import { expect, it } from "vitest";
import { resetTokenOf, useOutbox } from "../../testing/outbox.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";

const outbox = useOutbox();
const lines: string[] = [];
// Captures every line the server writes, without any redaction.
const log = pino({ level: "trace", base: null }, { write: (line) => void lines.push(line) });
const scope = useApp({}, { outbox: outbox.path, log });

it("no log line holds a secret of an account, whatever succeeds or fails", async () => {
  const client = new TestClient(scope.app.url);
  const [password, newPassword] = ["first-password-7", "second-password-8"];
  const { email } = await client.register(undefined, password);
  const cookie = client.cookie.split("=")[1]!;
  const wsToken = (await client.get("/api/ws-token")).body.token;
  const twoStep = await enableTwoStep(scope.app, client, password);
  const login = (given: string, twoStepCode?: string) =>
    new TestClient(scope.app.url).post("/api/auth/login", { email, password: given, twoStepCode });
  await login("guessed-password-9");
  await login(password);
  const code = twoStep.nextCode();
  await login(password, code);
  for (let guess = 0; guess < 6; guess += 1) await login(password, twoStep.wrongCode());
  await login(password, twoStep.recoveryCodes[0]);

  await client.post("/api/auth/forgot-password", { email });
  await scope.settled();
  const token = resetTokenOf(outbox.mails(email).find(({ text }) => text.includes("#reset=")));
  await scope.app.database.query("alter table sessions rename to mislaid");
  const failed = await client.post("/api/auth/reset-password", { token, newPassword });
  expect(failed.status).toBe(500);
  await scope.app.database.query("alter table mislaid rename to sessions");
  expect((await client.post("/api/auth/reset-password", { token, newPassword })).status).toBe(200);
  await scope.app.database.query("alter table password_resets rename to mislaid");
  await client.post("/api/auth/forgot-password", { email });
  await scope.settled();
  await scope.app.database.query("alter table mislaid rename to password_resets");

  const all = lines.join("");
  expect(all).toContain("a call failed");
  expect(all).toContain("a message could not be sent");
  expect(all).toContain(outbox.path);
  expect(all).toContain(JSON.stringify(outbox.mails(email)[0]!.file));
  const secrets = [
    email,
    password,
    newPassword,
    "guessed-password-9",
    cookie,
    wsToken,
    token,
    twoStep.secret,
    ...twoStep.recoveryCodes.flatMap((one) => [one, one.replace("-", "")]),
  ];
  for (const secret of secrets) expect(all).not.toContain(secret);
  // Six digits alone could be part of another number.
  for (const digits of [code, twoStep.wrongCode()]) expect(all).not.toMatch(new RegExp(`\\b${digits}\\b`));
});
