import type { AdminWithdrawal } from "@veritick/contract/schemas/admin-payments.ts";
import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import { beforeAll } from "vitest";
import type { Person } from "./people.ts";
import { usePayingApp } from "./use-paying-app.ts";
import { withdraw, withdrawingPeople } from "./withdrawals.ts";

/** Starts an app that pays out through a fake NOWPayments of its own. */
export async function startPayouts() {
  const paying = await usePayingApp();
  const { fake, scope } = paying;
  let admin: Person;
  beforeAll(async () => {
    admin = await paying.admin();
  });

  const decide = (id: string, how: string, body?: unknown) =>
    admin.post(`/api/admin/withdrawals/${id}/${how}`, body);

  async function find(id: string): Promise<AdminWithdrawal> {
    const { body } = await admin.get<AdminWithdrawal[]>("/api/admin/withdrawals");
    return body.find((one) => one.id === id)!;
  }

  return {
    fake,
    scope,
    get admin() {
      return admin;
    },
    decide,
    pass: scope.pass,
    find,

    /** Makes a person with 1000, less a withdrawal of 100 that was just approved. */
    async approved(changes: Record<string, unknown> = {}): Promise<{ id: string; client: Person }> {
      const [client] = await withdrawingPeople(scope.app, 1, "1000");
      const { body } = await withdraw(client!, changes);
      const { status } = await decide(body.id as string, "approve");
      if (status !== 200) throw new Error(`approving answered ${status}`);
      return { id: body.id as string, client: client! };
    },
    /** Moves straight to a later time, then lets a few seconds pass for due work. */
    async later(seconds: number): Promise<void> {
      scope.app.clock.jump(seconds);
      await scope.settled();
      await scope.pass(3);
    },
    /** Returns the status of a withdrawal and the reason why it needs an administrator. */
    async stateOf(id: string): Promise<[string, string | null]> {
      const { status, attention } = await find(id);
      return [status, attention];
    },
    async itemOf(id: string): Promise<AttentionItem | undefined> {
      const { body } = await admin.get<AttentionItem[]>("/api/admin/attention");
      return body.find((item) => item.withdrawalId === id);
    },
  };
}
