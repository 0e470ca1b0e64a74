import type { AdminStats } from "@veritick/contract/schemas/admin.ts";
import { beforeAll, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const scope = useApp();
const OPEN = 620;
let admin: Person;

/** Inserts more deposits, withdrawals and items than a list of administrators holds at once. */
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  const [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
  const at = new Date(scope.app.clock.nowMs());
  await scope.app.database.query(
    `with deposit as (
       insert into deposit_transactions (id, user_id, amount, provider, created_at, updated_at)
       select uuidv7(), $1, 15, 'sandbox', $2::timestamptz, $2::timestamptz from generate_series(1, ${OPEN})),
     withdrawal as (
       insert into withdrawal_transactions (id, user_id, amount, fee, net_amount, address, provider, created_at, updated_at)
       select uuidv7(), $1, 25, 2, 23, 'T', 'sandbox', $2::timestamptz, $2::timestamptz from generate_series(1, ${OPEN}))
     insert into attention_items (id, key, kind, reason, provider, user_id, details, created_at, updated_at)
     select uuidv7(), 'payment/sandbox/' || n, 'payment', 'unknown_order', 'sandbox', $1, '{}', $2::timestamptz,
       $2::timestamptz from generate_series(1, ${OPEN}) n`,
    [person.user.id, at],
  );
});

it.each(["deposits", "withdrawals", "attention"])(
  "bounds the open %s of the first page, and pages on",
  async (list) => {
    const read = async (query: string) => {
      const answer = await admin.get<{ id: string }[]>(`/api/admin/${list}${query}`);
      expect(answer.status).toBe(200);
      return answer.body.map(({ id }) => id);
    };
    const first = await read("");
    expect(first).toHaveLength(500);
    const second = await read(`?open=true&limit=100&before=${first.at(-1)}`);
    const third = await read(`?open=true&limit=100&before=${second.at(-1)}`);
    expect([second.length, third.length]).toEqual([100, 20]);
    expect(new Set([...first, ...second, ...third]).size).toBe(OPEN);
    expect((await admin.get(`/api/admin/${list}?open=maybe`)).body.code).toBe("page_invalid");
  },
);

it("counts them", async () => {
  expect((await admin.get<AdminStats>("/api/admin/stats")).body).toMatchObject({
    openDeposits: OPEN,
    openWithdrawals: OPEN,
    openAttention: OPEN,
  });
});
