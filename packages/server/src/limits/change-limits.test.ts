import { momentIn } from "@veritick/contract/local-values.ts";
import type { Limits } from "@veritick/contract/schemas/limits.ts";
import { endpoints } from "@veritick/contract/endpoints/endpoints.ts";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import { flowOf, LIMIT_KINDS, limitAt } from "@veritick/domain/limits.ts";
import type { LimitKind } from "@veritick/domain/limits.ts";
import { formatMinor, minor } from "@veritick/domain/money.ts";
import { EXCLUSION_MONTHS, TIME_OUT_DAYS } from "@veritick/domain/product.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";
import { hashPassword } from "../accounts/passwords/passwords.ts";

spareNoise();
const outbox = useOutbox();
const scope = useApp({}, { outbox: outbox.path });
let person: Person;
beforeEach(async () => {
  [person] = (await seedPeople(scope.app, 1, "0")) as [Person];
});

const HOUR = 3_600;
const inSeconds = (seconds: number) => new Date(scope.app.clock.nowMs() + seconds * 1000).toISOString();
const limits = async () => (await person.get<Limits>("/api/limits")).body;
const stakeLimit = async () => {
  const { amount, next } = (await limits()).limits.find(({ kind }) => kind === "stake")!;
  return { amount, next };
};
const set = (amount: string | null, kind = "stake") => person.post<Limits>("/api/limits", { kind, amount });
const pause = (kind: string, length: number) => person.post<Limits>("/api/limits/pause", { kind, length });
const rowsOf = async (id: string) =>
  (await scope.app.database.query("select * from user_limits where user_id = $1", [id])).rowCount;

describe("a user's own limits", () => {
  it("are unset at first except an hourly reminder, and their day ends at midnight UTC", async () => {
    const none = { amount: null, used: "0.00000000", next: null };
    const dayEnds = "2026-09-22T00:00:00.000Z";
    const endOf = (kind: LimitKind) => {
      const period = flowOf(kind)?.period;
      if (period === undefined) return null;
      return { day: dayEnds, week: "2026-09-28T00:00:00.000Z", month: "2026-10-01T00:00:00.000Z" }[period];
    };
    const untouched: Limits = {
      limits: LIMIT_KINDS.map((kind) => ({ kind, ...none, ends: endOf(kind) })),
      dayEnds,
      timeZone: null,
      restUntil: null,
      pause: null,
      reminderMinutes: 60,
    };
    expect(await limits()).toEqual(untouched);
    // The response equals a later read.
    const { body } = await set("12.5");
    expect(body).toEqual(await limits());
    expect(body.limits[1]).toEqual({ ...none, kind: "stake", amount: "12.50000000", ends: dayEnds });
    expect({ ...body, limits: [] }).toEqual({ ...untouched, limits: [] });
  });

  it("apply at once if tighter, and after exactly 24 hours if looser or removed", async () => {
    await set("100");
    await set("50");
    expect(await stakeLimit()).toEqual({ amount: "50.00000000", next: null });
    const { body } = await set("200");
    expect(body.limits[1]).toMatchObject({ amount: "50.00000000" });
    const looser = { amount: "50.00000000", next: { amount: "200.00000000", from: inSeconds(24 * HOUR) } };
    expect(await stakeLimit()).toEqual(looser);
    scope.app.clock.jump(24 * HOUR - 1);
    expect(await stakeLimit()).toEqual(looser);
    scope.app.clock.jump(1);
    expect(await stakeLimit()).toEqual({ amount: "200.00000000", next: null });
    await set(null);
    expect(await stakeLimit()).toMatchObject({ amount: "200.00000000", next: { amount: null } });
    scope.app.clock.jump(24 * HOUR);
    expect(await stakeLimit()).toEqual({ amount: null, next: null });
  });

  it("drop a pending change when the present limit is set again, and no other kind's", async () => {
    await set("10", "loss");
    await set("100");
    await set("500");
    await set("100");
    expect(await stakeLimit()).toEqual({ amount: "100.00000000", next: null });
    const chosen = (await limits()).limits.filter(({ amount }) => amount !== null);
    expect(chosen.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["stake", "100.00000000"],
      ["loss", "10.00000000"],
    ]);
  });

  it("match the domain's rules in the database at any time", async () => {
    const { database } = scope.app;
    for (const [amount, next, fromMs] of [
      [5n, null, null],
      [5n, 9n, 1_000],
      [5n, null, 1_000],
      [null, null, null],
    ] as const) {
      const waits = fromMs === null ? null : { amount: next === null ? null : minor(next), fromMs };
      for (const nowMs of [999, 1_000, 1_001]) {
        const inForce = limitAt({ amount: amount === null ? null : minor(amount), next: waits }, nowMs);
        const { rows } = await database.query<{ limit: string | null }>(
          "select limit_at($1::numeric(18,8), $2::numeric(18,8), $3, $4)::numeric(18,8) as limit",
          [
            amount === null ? null : formatMinor(minor(amount)),
            next === null ? null : formatMinor(minor(next)),
            fromMs === null ? null : new Date(fromMs),
            new Date(nowMs),
          ],
        );
        expect(rows[0]!.limit).toBe(inForce.amount === null ? null : formatMinor(inForce.amount));
      }
    }
  });

  it("are set one after the other if two arrive at once", async () => {
    await set("100");
    await Promise.all(["loss", "deposit"].flatMap((kind) => [set("20", kind), set("30", kind)]));
    const after = (await limits()).limits;
    for (const kind of ["loss", "deposit"]) {
      const { amount, next } = after.find((one) => one.kind === kind)!;
      // The tighter one applies, regardless of the order.
      expect([amount, next?.amount ?? "30.00000000"]).toEqual(["20.00000000", "30.00000000"]);
    }
    expect(await stakeLimit()).toEqual({ amount: "100.00000000", next: null });
  });

  it.each([
    ["/api/limits", { kind: "stakes", amount: "1" }, "limit_invalid", "kind"],
    ["/api/limits", { kind: "stake", amount: "0" }, "limit_invalid", "amount"],
    ["/api/limits", { kind: "stake" }, "limit_invalid", "amount"],
    ["/api/limits", { kind: "stake", amount: "1.001" }, "limit_invalid", "amount"],
    ["/api/limits", { kind: "session", amount: "14" }, "session_limit_invalid", "amount"],
    ["/api/limits", { kind: "session", amount: "30.5" }, "session_limit_invalid", "amount"],
    ["/api/limits", { kind: "open_positions", amount: "1.5" }, "open_limit_invalid", "amount"],
    ["/api/limits/time-zone", { timeZone: "Europe/Atlantis" }, "time_zone_invalid", "timeZone"],
    ["/api/limits/time-zone", { timeZone: "+02:00" }, "time_zone_invalid", "timeZone"],
    ["/api/limits/time-zone", {}, "time_zone_invalid", "timeZone"],
    ["/api/limits/pause", { kind: "time_out", length: 2 }, "pause_invalid", "length"],
    ["/api/limits/pause", { kind: "self_exclusion", length: 1 }, "pause_invalid", "length"],
    ["/api/limits/pause", { kind: "forever", length: 1 }, "pause_invalid", "kind"],
    ["/api/limits/reminder", { minutes: 1 }, "reminder_invalid", "minutes"],
  ])("refuse invalid input and name the field: %s %j", async (path, body, code, field) => {
    expect(await person.post(path, body)).toMatchObject({ status: 400, body: { code, field } });
    expect(await rowsOf(person.user.id)).toBe(0);
  });

  it("remind after the chosen time, or never", async () => {
    for (const minutes of [15, null, 120]) {
      expect((await person.post("/api/limits/reminder", { minutes })).body.reminderMinutes).toBe(minutes);
      expect((await limits()).reminderMinutes).toBe(minutes);
    }
  });
});

describe("a pause", () => {
  it("only ever becomes longer, each kind by itself, and the answer names the later one", async () => {
    const week = { kind: "time_out", until: inSeconds(7 * 24 * HOUR) };
    expect((await pause("time_out", 7)).body.pause).toEqual(week);
    for (const length of [1, 3, 7]) {
      expect(await pause("time_out", length)).toMatchObject({ status: 200, body: { pause: week } });
    }
    const told = (await pause("self_exclusion", 6)).body.pause!;
    expect([told.kind, told.until > week.until]).toEqual(["self_exclusion", true]);
    // A longer time-out continues beneath the self-exclusion.
    expect((await pause("time_out", 30)).body.pause).toEqual(told);
    const { rows } = await scope.app.database.query<{ paused_until: Date }>(
      "select paused_until from user_limits where user_id = $1",
      [person.user.id],
    );
    expect(rows[0]!.paused_until.toISOString()).toBe(inSeconds(30 * 24 * HOUR));
  });

  it("above 30 days needs a recent proof of identity, and a mail tells of it; a shorter one needs none", async () => {
    const mails = async () => {
      await scope.settled();
      return outbox.mails(person.user.email).map(({ subject }) => subject);
    };
    await scope.app.database.query(
      "update sessions set created_at = created_at - interval '11 minutes' where user_id = $1",
      [person.user.id],
    );
    for (const length of EXCLUSION_MONTHS)
      expect((await pause("self_exclusion", length)).body).toMatchObject({ code: "step_up_required" });
    expect((await limits()).pause).toBeNull();
    for (const length of TIME_OUT_DAYS) expect((await pause("time_out", length)).status).toBe(200);
    expect(await mails()).toEqual([]);

    await scope.app.database.query("update users set password = $2 where id = $1", [
      person.user.id,
      await hashPassword("correct horse"),
    ]);
    await person.post("/api/profile/step-up", { password: "correct horse" });
    expect((await pause("self_exclusion", 6)).status).toBe(200);
    // A repetition that changes nothing tells nobody.
    expect((await pause("self_exclusion", 6)).status).toBe(200);
    expect(await mails()).toEqual(["Veritick: Your long break has started"]);
    const until = momentIn("en", new Date((await limits()).pause!.until));
    expect(outbox.mails(person.user.email)[0]!.text).toContain(`Until ${until} you can neither`);
  });

  it("is shown to administrators, who have no call to change it", async () => {
    const admin = await seedAdmin(scope.app);
    const details = async () => (await admin.get(`/api/admin/users/${person.user.id}`)).body;
    expect((await details()).pause).toBeNull();
    const { body } = await pause("self_exclusion", 6);
    expect((await details()).pause).toEqual(body.pause);

    const ours = endpoints.filter(({ path }) => path.startsWith("/api/limits"));
    expect(ours.map(({ audience }) => audience)).toEqual(ours.map(() => "user"));
    expect(ours.filter(({ params, query }) => isDescribed(params) || isDescribed(query))).toEqual([]);
    // A limit is always the caller's own, so the call accepts no user id.
    const sent = { kind: "stake", amount: null, userId: person.user.id };
    expect((await admin.post("/api/limits", sent)).body).toMatchObject({
      code: "field_unknown",
      field: "userId",
    });
    expect(await limits()).toEqual(body);
  });
});

it("deletes limits with their user", async () => {
  const admin = await seedAdmin(scope.app);
  await set("10");
  expect(await rowsOf(person.user.id)).toBe(1);
  expect((await admin.call("DELETE", `/api/admin/users/${person.user.id}`)).status).toBe(200);
  expect(await rowsOf(person.user.id)).toBe(0);
});
