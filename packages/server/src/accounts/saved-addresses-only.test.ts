import { afterAll, describe, expect, it } from "vitest";
import { holdUser, untilBlocked } from "../../testing/held-rows.ts";
import { useOutbox } from "../../testing/outbox.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { endHolds, someAddress, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({ WITHDRAWAL_HOLD_HOURS: "24" }, { outbox: outbox.path });
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const choose = (by: TestClient, on: unknown) => by.post("/api/withdrawals/addresses/only", { on });
const securityOf = async (by: TestClient) => (await by.get("/api/profile/security")).body;

/** Makes a person with money, the code and one saved address, whose pauses are over. */
async function saver(): Promise<Person & { saved: { id: string; address: string } }> {
  const [person] = await withdrawingPeople(scope.app, 1, "1000");
  await prove(person!);
  const body = { name: "wallet", address: someAddress() };
  const saved = (await person!.post("/api/withdrawals/addresses", body)).body;
  await endHolds(scope.app, [person!]);
  return Object.assign(person!, { saved });
}
const prove = ({ user }: Person) =>
  scope.app.database.query("update sessions set proved_at = $2 where user_id = $1", [
    user.id,
    new Date(scope.app.clock.nowMs()),
  ]);

describe("withdrawing to saved addresses only", () => {
  it("refuses every other address, on each way, until it is switched off", async () => {
    const person = await saver();
    expect((await choose(person, true)).status).toBe(200);
    expect((await securityOf(person)).savedAddressesOnly).toBe(true);
    for (const [language, message] of [
      [
        "en",
        "You have chosen to withdraw to saved addresses only. Choose one of them, or change this setting in the profile.",
      ],
      [
        "fr",
        "Vous avez choisi de retirer uniquement vers vos adresses enregistrées. Choisissez-en une, ou modifiez ce réglage dans le profil.",
      ],
    ] as const) {
      const { status, body } = await withdraw(person, {}, { "accept-language": language });
      expect([status, body]).toEqual([400, { code: "address_not_saved", field: "address", message }]);
    }
    // The refusal comes before the codes, so it uses up no try.
    expect((await withdraw(person, { withdrawalCode: "99999" })).body.code).toBe("address_not_saved");
    expect((await withdraw(person, { address: person.saved.address })).status).toBe(201);
    // An address that somebody else saved is not saved.
    const other = await saver();
    expect((await withdraw(person, { address: other.saved.address })).body.code).toBe("address_not_saved");
    expect((await withdraw(other)).status).toBe(201);
  });

  it("needs a saved address", async () => {
    const [person] = await withdrawingPeople(scope.app, 1, "1000");
    const { status, body } = await choose(person!, true);
    expect([status, body.code]).toEqual([409, "no_saved_address"]);
    expect((await withdraw(person!)).status).toBe(201);
    expect((await choose(person!, "yes")).body.code).toBe("body_invalid");
  });

  it("asks for a proof and pauses withdrawals when switched off, and tells the owner", async () => {
    const person = await saver();
    scope.app.clock.jump(600);
    expect((await choose(person, true)).status).toBe(200);
    expect((await securityOf(person)).withdrawalsHeldUntil).toBeNull();
    const refused = await choose(person, false);
    expect([refused.status, refused.body.code]).toEqual([403, "step_up_required"]);
    await prove(person);
    expect((await choose(person, false)).status).toBe(200);
    const { savedAddressesOnly, withdrawalsHeldUntil, events } = await securityOf(person);
    expect(savedAddressesOnly).toBe(false);
    expect(withdrawalsHeldUntil).toBe(new Date(scope.app.clock.nowMs() + 24 * 3_600_000).toISOString());
    expect(events.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual([
      "saved_addresses_only_disabled",
      "saved_addresses_only_enabled",
    ]);
    expect((await withdraw(person)).body.code).toBe("withdrawals_on_hold");
    await scope.settled();
    const mail = outbox.mails(person.user.email).at(-1)!;
    expect(mail.subject).toBe("Veritick: Withdrawals to any address allowed");
    expect(mail.text).toContain("“Withdraw only to saved addresses” has just been switched off.");
    expect(mail.text).toContain("Withdrawals are on hold for 24 hours.");
    // Off already: no further pause, event or mail.
    await endHolds(scope.app, [person]);
    expect((await choose(person, false)).status).toBe(200);
    expect(await securityOf(person)).toMatchObject({ withdrawalsHeldUntil: null });
  });

  it("stays on without any address, and then nothing can be withdrawn until one is saved, which pauses", async () => {
    const person = await saver();
    await choose(person, true);
    await person.call("DELETE", `/api/withdrawals/addresses/${person.saved.id}`);
    const { address } = person.saved;
    expect((await withdraw(person, { address })).body.code).toBe("address_not_saved");
    await person.post("/api/withdrawals/addresses", { name: "wallet", address });
    expect((await withdraw(person, { address })).body.code).toBe("withdrawals_on_hold");
  });
});

describe("a withdrawal at the same moment", () => {
  it("is refused if the switch went on while its code was checked", async () => {
    const person = await saver();
    const { holder, letGo } = await holdUser(scope.app.database, person.user.id);
    const asked = withdraw(person);
    await untilBlocked(scope.app.database, 1, "%for no key update%");
    await holder.query("update users set saved_addresses_only = true where id = $1", [person.user.id]);
    await letGo();
    expect((await asked).body.code).toBe("address_not_saved");
  });

  it("never goes to another address while the switch goes off on another server", async () => {
    const guest = await scope.start({ environment: { WITHDRAWAL_HOLD_HOURS: "24" } });
    for (let round = 0; round < 12; round += 1) {
      const person = await saver();
      await choose(person, true);
      const elsewhere = Object.assign(new TestClient(guest.url), { cookie: person.cookie });
      const tries = Array.from({ length: 3 }, (_, index) => withdraw(index % 2 === 0 ? person : elsewhere));
      const [off, ...answers] = await Promise.all([choose(elsewhere, false), ...tries]);
      expect(off.status).toBe(200);
      for (const { body } of answers)
        expect(["address_not_saved", "withdrawals_on_hold"]).toContain(body.code);
      expect(await person.balance()).toBe("1000.00000000");
    }
  });
});
