import { expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createLiveTokens } from "./live-tokens.ts";

const scope = useApp();

const processes = () => [createLiveTokens(scope.app), createLiveTokens(scope.app)] as const;

it("admits one connection per token, even if several use it at once on two processes", async () => {
  const people = await seedPeople(scope.app, 3, "10");
  const issued = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const person = people[n % 3]!;
      return { userId: person.user.id, token: (await person.get("/api/ws-token")).body.token as string };
    }),
  );
  const [here, elsewhere] = processes();
  const outcomes = await Promise.all(
    issued.map(({ token }) =>
      Promise.all([here.redeemWsToken(token), elsewhere.redeemWsToken(token), here.redeemWsToken(token)]),
    ),
  );
  const wrong = await Promise.all(["wrong", ""].map((token) => here.redeemWsToken(token)));
  expect(wrong).toEqual([undefined, undefined]);
  for (const [n, holders] of outcomes.entries()) {
    const [holder, ...others] = holders.filter((each) => each !== undefined);
    expect(others).toEqual([]);
    expect(holder!.userId).toBe(issued[n]!.userId);
    expect(await elsewhere.isAlive(holder!.sessionKey)).toBe(true);
  }
});

it("checks for many sessions at once whether they still exist", async () => {
  const [gone, kept] = await seedPeople(scope.app, 2, "10");
  const [tokens] = processes();
  const keys = await Promise.all(
    [gone, kept].map(async (person) => {
      const { token } = (await person!.get("/api/ws-token")).body;
      return (await tokens.redeemWsToken(token))!.sessionKey;
    }),
  );
  await gone!.post("/api/auth/logout");
  expect(await Promise.all([...keys, ...keys, "00"].map(tokens.isAlive))).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});
