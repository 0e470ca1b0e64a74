import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import type { Proposal } from "@veritick/contract/schemas/proposals.ts";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const FOUR_EYES = { FOUR_EYES_ABOVE: "1000" };
const scope = useApp(FOUR_EYES, { connections: 12 });
let admins: Person[];
beforeAll(async () => {
  admins = [await seedAdmin(scope.app), await seedAdmin(scope.app), await seedAdmin(scope.app)];
});
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const ROUNDS = 6;
const call = (who: TestClient, path: string) => who.post(`/api/admin/${path}`, {});
/** Returns a client of the same user at another process. */
function elsewhere(url: string, who: Person): TestClient {
  return Object.assign(new TestClient(url), { cookie: who.cookie });
}
async function openProposals(): Promise<Proposal[]> {
  const { body } = await admins[0]!.get<Proposal[]>("/api/admin/proposals");
  return body.filter(({ outcome }) => outcome === null);
}
const entriesAbout = async (subject: string) =>
  (await admins[0]!.get<AuditEntry[]>(`/api/admin/audit?subject=${subject}&limit=200`)).body;

/** Makes a withdrawal above the amount and has the first administrator approve it. */
async function proposed(): Promise<{ client: Person; path: string; proposal: string }> {
  const [client] = (await withdrawingPeople(scope.app, 1, "2000")) as [Person];
  const path = `withdrawals/${(await withdraw(client, { amount: "1500" })).body.id}`;
  const { body } = await call(admins[0]!, `${path}/approve`);
  return { client, path, proposal: `proposals/${body.awaiting.proposalId}` };
}

it("carries a proposal out once if two administrators agree at once on two processes", async () => {
  const guest = await scope.start({ environment: FOUR_EYES });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { client, path, proposal } = await proposed();
    const answers = await Promise.all([
      call(admins[1]!, `${proposal}/agree`),
      call(elsewhere(guest.url, admins[2]!), round % 2 === 0 ? `${path}/approve` : `${proposal}/agree`),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const done = (await entriesAbout(client.user.id)).filter(
      ({ action }) => action === "withdrawal_approved",
    );
    expect(done).toMatchObject([{ proposedBy: admins[0]!.user.id }]);
  }
});

it("carries out exactly one of a simultaneous agreement and cancellation or decline", async () => {
  const guest = await scope.start({ environment: FOUR_EYES });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { client, path, proposal } = await proposed();
    const id = path.split("/")[1]!;
    const agrees = () => call(elsewhere(guest.url, admins[1]!), `${proposal}/agree`);
    const against = () =>
      round % 2 === 0
        ? client.post(`/api/withdrawals/${id}/cancel`)
        : call(admins[2]!, `${proposal}/decline`);
    const [agreed, stopped] = await Promise.all([agrees(), against()]);
    expect(new Set([agreed.status, stopped.status])).toEqual(new Set([200, 409]));
    const { body } = await client.get<{ id: string; status: string }[]>("/api/withdrawals");
    const expected = agreed.status === 200 ? "processing" : round % 2 === 0 ? "failed" : "pending";
    expect(body.find((one) => one.id === id)!.status).toBe(expected);
    expect((await openProposals()).some((one) => one.target === id)).toBe(false);
  }
});

it("adds up one administrator's small adjustments even if they arrive at once on two processes", async () => {
  const guest = await scope.start({ environment: FOUR_EYES });
  const dan = await seedAdmin(scope.app);
  const people = await seedPeople(scope.app, 6, "0");
  const answers = await Promise.all(
    people.map(({ user }, index) => {
      const who = index % 2 === 0 ? dan : elsewhere(guest.url, dan);
      return who.post(`/api/admin/users/${user.id}/adjust-balance`, { amount: "300", note: "a gift" });
    }),
  );
  expect(answers.filter(({ body }) => body.awaiting === null)).toHaveLength(3);
});

type Step = {
  who: number;
  what: "approve" | "agree" | "decline" | "reject" | "cancel" | "adjust";
  of: number;
};
const steps = fc.array(
  fc.array(
    fc.record<Step>({
      who: fc.nat(2),
      what: fc.constantFrom("approve", "approve", "agree", "agree", "decline", "reject", "cancel", "adjust"),
      of: fc.nat(1),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  { minLength: 3, maxLength: 6 },
);

it("moves money at most once, and never by one alone, in any race of three administrators", async () => {
  const property = fc.asyncProperty(steps, async (batches) => {
    const [client] = (await withdrawingPeople(scope.app, 1, "5000")) as [Person];
    const deposit = (await client.post("/api/deposits", { amount: "2000" })).body.id as string;
    const withdrawal = (await withdraw(client, { amount: "1500" })).body.id as string;
    const things = [`deposits/${deposit}`, `withdrawals/${withdrawal}`];

    const take = async ({ who, what, of }: Step, open: Proposal[]): Promise<number> => {
      const admin = admins[who]!;
      const proposal = open[of % Math.max(open.length, 1)]?.id;
      if (what === "cancel") return (await client.post(`/api/withdrawals/${withdrawal}/cancel`)).status;
      if (what === "adjust") {
        const path = `/api/admin/users/${client.user.id}/adjust-balance`;
        return (await admin.post(path, { amount: "1000.50", note: "a gift" })).status;
      }
      if (what === "approve" || what === "reject") return (await call(admin, `${things[of]}/${what}`)).status;
      return proposal === undefined ? 200 : (await call(admin, `proposals/${proposal}/${what}`)).status;
    };
    for (const batch of batches) {
      const open = (await openProposals()).filter(({ subject }) => subject === client.user.id);
      const answers = await Promise.all(batch.map((step) => take(step, open)));
      for (const status of answers) expect([200, 409]).toContain(status);
    }

    const entries = await entriesAbout(client.user.id);
    const count = (action: string) => entries.filter((entry) => entry.action === action).length;
    for (const { action, actor, proposedBy } of entries) {
      if (!["deposit_approved", "withdrawal_approved", "balance_adjusted"].includes(action)) continue;
      expect(proposedBy).not.toBeNull();
      expect(proposedBy).not.toBe(actor);
    }
    const statusOf = async (list: string, id: string) =>
      (await client.get<{ id: string; status: string }[]>(list)).body.find((one) => one.id === id)!.status;
    const credited = count("deposit_approved");
    expect(credited).toBe((await statusOf("/api/deposits", deposit)) === "confirmed" ? 1 : 0);
    const status = await statusOf("/api/withdrawals", withdrawal);
    expect(count("withdrawal_approved")).toBe(status === "processing" ? 1 : 0);
    const agreed = (await admins[0]!.get<Proposal[]>("/api/admin/proposals")).body.filter(
      (one) => one.subject === client.user.id && one.outcome === "agreed",
    );
    expect(agreed).toHaveLength(credited + count("withdrawal_approved") + count("balance_adjusted"));
    const held = status === "failed" ? 0 : 1500;
    expect(await client.balance()).toBe(
      (5000 + 2000 * credited - held + 1000.5 * count("balance_adjusted")).toFixed(8),
    );
  });
  await fc.assert(property, { numRuns: 12 });
});
