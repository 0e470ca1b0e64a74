import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { keyOf } from "../query.ts";
import { applyPush, refreshPushed } from "./open-live.ts";
import type { News } from "./open-live.ts";

const withdrawal = (id: string, status: Withdrawal["status"]) => ({ id, status }) as Withdrawal;
const update = (changed: Withdrawal): News => ({ type: "withdrawalUpdate", withdrawal: changed });

function clientWith(withdrawals: Withdrawal[] | undefined) {
  const client = new QueryClient();
  if (withdrawals) client.setQueryData(keyOf("listWithdrawals"), withdrawals);
  return { client, list: () => client.getQueryData<Withdrawal[]>(keyOf("listWithdrawals")) };
}

test("a withdrawal takes the place of its earlier version", () => {
  const { client, list } = clientWith([withdrawal("2", "pending"), withdrawal("1", "completed")]);
  applyPush(client, update(withdrawal("2", "processing")));
  expect(list()).toEqual([withdrawal("2", "processing"), withdrawal("1", "completed")]);
});

test("a withdrawal that was made elsewhere comes first", () => {
  const { client, list } = clientWith([withdrawal("1", "completed")]);
  applyPush(client, update(withdrawal("2", "pending")));
  expect(list()).toEqual([withdrawal("2", "pending"), withdrawal("1", "completed")]);
});

test("a list that was not loaded yet is left alone", () => {
  const { client, list } = clientWith(undefined);
  applyPush(client, update(withdrawal("2", "pending")));
  expect(list()).toBeUndefined();
});

test("a security event makes what is known of the account's safety old, and nothing else", () => {
  const { client } = clientWith([]);
  client.setQueryData(keyOf("getSecurity"), {});
  applyPush(client, { type: "securityEvent", event: {} as SecurityEvent });
  expect(client.getQueryState(keyOf("getSecurity"))?.isInvalidated).toBe(true);
  expect(client.getQueryState(keyOf("listWithdrawals"))?.isInvalidated).toBe(false);
});

test("maintenance begins, changes its message and ends", () => {
  const { client } = clientWith(undefined);
  const shown = () => client.getQueryData(keyOf("settings"));
  applyPush(client, { type: "maintenance", maintenance: null });
  expect(shown()).toBeUndefined();
  client.setQueryData(keyOf("settings"), { sandbox: true, maintenance: null });
  const since = "2026-09-21T14:13:20.000Z";
  for (const maintenance of [{ since, message: null }, { since, message: "Back at noon." }, null]) {
    applyPush(client, { type: "maintenance", maintenance });
    expect(shown()).toEqual({ sandbox: true, maintenance });
  }
});

test("after an interruption everything that pushes change is old", () => {
  const { client } = clientWith([]);
  const keys = [keyOf("listWithdrawals"), keyOf("getSecurity"), keyOf("listPositions"), keyOf("settings")];
  for (const key of keys) client.setQueryData(key, []);
  refreshPushed(client);
  for (const key of keys) expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test.each([0, 1])(
  "a list asked for before a push does not undo it, after %i earlier loads",
  async (loads) => {
    const { client, list } = clientWith(undefined);
    const answers: ((withdrawals: Withdrawal[]) => void)[] = [];
    const queryFn = () => new Promise<Withdrawal[]>((resolve) => void answers.push(resolve));
    const observer = new QueryObserver(client, { queryKey: keyOf("listWithdrawals"), queryFn });
    const stop = observer.subscribe(() => undefined);
    if (loads > 0) {
      answers[0]!([withdrawal("1", "pending")]);
      await vi.waitFor(() => expect(list()).toHaveLength(1));
      void client.invalidateQueries({ queryKey: keyOf("listWithdrawals") });
    }
    applyPush(client, update(withdrawal("1", "processing")));
    answers.at(-1)!([withdrawal("1", "pending")]);
    await vi.waitFor(() => expect(answers).toHaveLength(loads + 2));
    answers.at(-1)!([withdrawal("1", "processing")]);
    await vi.waitFor(() => expect(list()).toEqual([withdrawal("1", "processing")]));
    stop();
  },
);
