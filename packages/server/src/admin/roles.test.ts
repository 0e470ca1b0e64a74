import { ROLES } from "@veritick/contract/roles.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { repeatedPayment } from "../../testing/valid-calls.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const scope = useApp({ FOUR_EYES_ABOVE: "1000", SANDBOX_CONFIRM_SECONDS: "off" });
let [ann, bob] = [] as unknown as [Person, Person];
beforeAll(async () => {
  [ann, bob] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
});

const person = async (balance = "0") => (await seedPeople(scope.app, 1, balance))[0]!;
const call = (who: Person, path: string, body?: unknown) => who.post(`/api/admin/${path}`, body);
const codeOf = ({ body }: { body: { code?: string } }) => body.code;
const setRole = (who: Person, { user }: Person, role: string | null) =>
  call(who, `users/${user.id}/set-admin`, role === null ? { isAdmin: false } : { isAdmin: true, role });
async function agreed(one: Person, role: string | null): Promise<void> {
  for (const who of [ann, bob]) await setRole(who, one, role);
}

describe("a role", () => {
  it("is granted by two, visible to its owner and others, and can be changed and revoked", async () => {
    const one = await person();
    for (const role of ROLES) {
      expect((await setRole(ann, one, role)).body.awaiting).toMatchObject({
        action: role === "administrator" ? "rights_changed" : "role_changed",
      });
      expect((await setRole(bob, one, role)).body).toMatchObject({ isAdmin: true, role, awaiting: null });
      expect((await one.get("/api/auth/me")).body).toMatchObject({ isAdmin: true, role });
      expect((await ann.get(`/api/admin/users/${one.user.id}`)).body).toMatchObject({ isAdmin: true, role });
    }
    await agreed(one, "cashier");
    // One administrator alone can reduce the rights.
    expect((await setRole(ann, one, "viewer")).body).toMatchObject({ role: "viewer", awaiting: null });
    expect((await setRole(ann, one, "support")).body.awaiting).not.toBeNull();
    await agreed(one, "support");
    const { body } = await setRole(ann, one, null);
    expect([body.isAdmin, body.role, body.awaiting]).toEqual([false, undefined, null]);
    expect((await one.get("/api/admin/stats")).body.code).toBe("forbidden");
    expect(codeOf(await setRole(ann, one, "owner"))).toBe("body_invalid");
  });

  it("lets a cashier propose and agree about payments, and nothing else", async () => {
    const [cashier, client] = [await seedAdmin(scope.app, "cashier"), await person("5000")];
    const item = await repeatedPayment(scope.app, client.user.id, "3000");
    const credit = { amount: "3000", note: "seen" };
    expect((await call(ann, `attention/${item}/credit`, credit)).body.awaiting).not.toBeNull();
    expect((await call(cashier, `attention/${item}/credit`, credit)).body).toMatchObject({ awaiting: null });
    expect(await client.balance()).toBe("8000.00000000");

    const adjustment = { amount: "-2000", note: "back" };
    const { body } = await call(ann, `users/${client.user.id}/adjust-balance`, adjustment);
    for (const how of ["agree", "decline"]) {
      const answer = await call(cashier, `proposals/${body.awaiting.proposalId}/${how}`, {});
      expect([how, answer.status, codeOf(answer)]).toEqual([how, 403, "role_insufficient"]);
    }
    const { proposalId } = (await setRole(ann, client, "viewer")).body.awaiting;
    expect(codeOf(await call(cashier, `proposals/${proposalId}/agree`))).toBe("role_insufficient");
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("lets support lock and sign out ordinary users only", async () => {
    const [support, client] = [await seedAdmin(scope.app, "support"), await person()];
    const viewer = await seedAdmin(scope.app, "viewer");
    const attempts = [
      ["locks", { trading: true, note: "asked" }],
      ["sign-out", { note: "asked" }],
      ["notes", { text: "asked" }],
    ] as const;
    for (const [what, body] of attempts) {
      expect((await call(support, `users/${client.user.id}/${what}`, body)).status).toBeLessThan(300);
      for (const staff of [ann, viewer]) {
        expect(codeOf(await call(support, `users/${staff.user.id}/${what}`, body))).toBe("role_insufficient");
      }
    }
    expect((await viewer.get("/api/admin/users")).status).toBe(200);
  });

  it("is checked again when the decision is made, regardless of a cache", async () => {
    const [cashier, client] = [await seedAdmin(scope.app, "cashier"), await person()];
    const { id } = (await client.post("/api/deposits", { amount: 20 })).body;
    expect((await cashier.get("/api/admin/stats")).status).toBe(200);
    await scope.app.database.query("update users set staff_role = 'viewer' where id = $1", [cashier.user.id]);
    expect(codeOf(await call(cashier, `deposits/${id}/approve`))).toBe("role_insufficient");
    expect(await client.balance()).toBe("0.00000000");
  });
});
