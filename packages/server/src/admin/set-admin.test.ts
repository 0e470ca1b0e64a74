import { describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const scope = useApp();

const set = (by: TestClient, { user }: Person, isAdmin: unknown) =>
  by.post(`/api/admin/users/${user.id}/set-admin`, { isAdmin });
const isAdmin = async (client: Person) => (await client.get("/api/auth/me")).body.isAdmin;
const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
  `${status} ${body.code ?? "done"}`;
/** Creates `count` administrators and demotes all others. */
async function onlyAdmins(count: number): Promise<Person[]> {
  await scope.app.database.query("update users set is_admin = false where is_admin");
  return Promise.all(Array.from({ length: count }, () => seedAdmin(scope.app)));
}

describe("administration", () => {
  it("takes effect on the next call when it is granted or revoked", async () => {
    const [admin] = await onlyAdmins(1);
    const [client] = await seedPeople(scope.app, 1, "5");
    const tryOut = async () => [await isAdmin(client!), (await client!.get("/api/admin/stats")).status];
    expect(await tryOut()).toEqual([false, 403]);
    const granted = await set(admin!, client!, true);
    expect([granted.status, granted.body]).toEqual([
      200,
      {
        id: client!.user.id,
        email: client!.user.email,
        balance: "5.00000000",
        isAdmin: true,
        role: "administrator",
        createdAt: expect.any(String),
        awaiting: null,
      },
    ]);
    expect(await tryOut()).toEqual([true, 200]);
    const revoked = await set(admin!, client!, false);
    const { role: _, ...without } = granted.body as Record<string, unknown>;
    expect(revoked.body).toEqual({ ...without, isAdmin: false });
    expect(await tryOut()).toEqual([false, 403]);
  });

  it("does not change if it is granted to an administrator or revoked from another user", async () => {
    const [admin] = await onlyAdmins(1);
    const [client] = await seedPeople(scope.app, 1, "0");
    expect((await set(admin!, admin!, true)).body.isAdmin).toBe(true);
    expect((await set(admin!, client!, false)).body.isAdmin).toBe(false);
    expect([await isAdmin(admin!), await isAdmin(client!)]).toEqual([true, false]);
  });

  it("ends no session and no live connection", async () => {
    const [admin] = await onlyAdmins(1);
    const [client] = await seedPeople(scope.app, 1, "0");
    const { socket } = await client!.live();
    await set(admin!, client!, true);
    await set(admin!, client!, false);
    expect((await client!.get("/api/auth/me")).status).toBe(200);
    expect(socket.readyState).toBe(socket.OPEN);
    socket.terminate();
  });

  it("can be given up, but not by the last administrator", async () => {
    const [admin, other] = await onlyAdmins(2);
    expect(outcome(await set(admin!, admin!, false))).toBe("200 done");
    expect(outcome(await set(other!, other!, false))).toBe("409 last_admin");
    expect(outcome(await other!.call("DELETE", `/api/admin/users/${other!.user.id}`))).toBe("409 last_admin");
    expect(await isAdmin(other!)).toBe(true);
  });

  it("is set only by a boolean, and only for an existing user", async () => {
    const [admin] = await onlyAdmins(1);
    const [client] = await seedPeople(scope.app, 1, "0");
    for (const wrong of ["true", 1, null, undefined]) {
      expect(outcome(await set(admin!, client!, wrong))).toBe("400 body_invalid");
    }
    const nobody = { user: { id: "00000000-0000-7000-8000-000000000000" } } as Person;
    expect(outcome(await set(admin!, nobody, true))).toBe("404 not_found");
    expect(await isAdmin(client!)).toBe(false);
  });
});

describe("at the same moment", () => {
  it("refuses the second of two administrators who demote each other", async () => {
    const elsewhere = await scope.start();
    const outcomes = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      const [one, two] = (await onlyAdmins(2)) as [Person, Person];
      const other = Object.assign(new TestClient(elsewhere.url), { cookie: two.cookie });
      const answers = await Promise.all([set(one, two, false), set(other, one, false)]);
      answers.forEach((answer) => outcomes.add(outcome(answer)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await isAdmin(one)).not.toBe(await isAdmin(two));
    }
    expect([...outcomes].toSorted()).toEqual(["200 done", "403 forbidden"]);
  });

  it("keeps one administrator when all give it up or are deleted", async () => {
    for (let round = 0; round < 5; round += 1) {
      const admins = await onlyAdmins(6);
      const answers = await Promise.all(
        admins.map((admin, n) =>
          n % 2 === 0 ? set(admin, admin, false) : admin.call("DELETE", `/api/admin/users/${admin.user.id}`),
        ),
      );
      expect(answers.map(outcome).toSorted()).toEqual([...Array(5).fill("200 done"), "409 last_admin"]);
      const { rows } = await scope.app.database.query("select count(*) as left from users where is_admin");
      expect(rows).toEqual([{ left: 1 }]);
    }
  });
});

it("rejects a demoted administrator whose session another process has cached", async () => {
  const elsewhere = await scope.start();
  const [admin, other] = (await onlyAdmins(2)) as [Person, Person];
  const [client] = await seedPeople(scope.app, 1, "100");
  const { body: deposit } = await client!.post("/api/deposits", { amount: 20 });
  const stale = Object.assign(new TestClient(elsewhere.url), { cookie: other.cookie });
  expect((await stale.get("/api/admin/users")).status).toBe(200);
  await set(admin, other, false);
  // The clock stands still, so the cached identity does not expire.
  expect((await stale.get("/api/admin/stats")).status).toBe(200);
  for (const attempt of [
    stale.post(`/api/admin/users/${client!.user.id}/adjust-balance`, { amount: 1 }),
    stale.post(`/api/admin/deposits/${deposit.id}/approve`),
    set(stale, client!, true),
    stale.call("DELETE", `/api/admin/users/${client!.user.id}`),
  ]) {
    expect(outcome(await attempt)).toBe("403 forbidden");
  }
  expect(await client!.balance()).toBe("100.00000000");
  expect(await scope.app.checkLedger()).toEqual([]);
});
