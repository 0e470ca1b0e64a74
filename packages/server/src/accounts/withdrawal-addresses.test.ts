import { USDT_CONTRACT } from "@veritick/domain/addresses.ts";
import { expect, it } from "vitest";
import { useOutbox } from "../../testing/outbox.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { someAddress } from "../../testing/withdrawals.ts";

const outbox = useOutbox();
const scope = useApp({ WITHDRAWAL_HOLD_HOURS: "24", STEP_UP_MINUTES: "10" }, { outbox: outbox.path });

async function registered() {
  const one = new TestClient(scope.app.url);
  return Object.assign(one, { user: await one.register() });
}
const save = (by: TestClient, name: string, address: string) =>
  by.post("/api/withdrawals/addresses", { name, address });
const list = async (by: TestClient) => (await by.get("/api/withdrawals/addresses")).body;
const heldUntil = async (by: TestClient) => (await by.get("/api/profile/security")).body.withdrawalsHeldUntil;

it("saves each address once, lists them by name and removes them", async () => {
  const owner = await registered();
  const [one, two] = [someAddress(), someAddress()];
  expect(await list(owner)).toEqual([]);
  const { status, body } = await save(owner, "  wallet ", one);
  expect([status, body]).toEqual([201, expect.objectContaining({ name: "wallet", address: one })]);
  expect((await save(owner, "Exchange", two)).status).toBe(201);
  expect((await list(owner)).map(({ name }: { name: string }) => name)).toEqual(["Exchange", "wallet"]);
  expect((await save(owner, "again", one)).body).toMatchObject({ code: "address_saved", field: "address" });

  expect((await owner.call("DELETE", `/api/withdrawals/addresses/${body.id}`)).status).toBe(200);
  expect((await owner.call("DELETE", `/api/withdrawals/addresses/${body.id}`)).body.code).toBe("not_found");
  expect(await list(owner)).toEqual([expect.objectContaining({ address: two })]);
});

it("refuses an address that could not be paid, one without a name, and the 21st", async () => {
  const owner = await registered();
  const address = someAddress();
  for (const wrong of ["", "T", address.slice(1), `${address.slice(0, -1)}0`]) {
    expect((await save(owner, "wallet", wrong)).body).toMatchObject({
      code: "address_invalid",
      field: "address",
    });
  }
  expect((await save(owner, "wallet", ` ${USDT_CONTRACT} `)).body).toMatchObject({
    code: "address_is_contract",
    field: "address",
  });
  for (const wrong of ["", "   ", "x".repeat(51), "a\0b"]) {
    expect((await save(owner, wrong, address)).body).toMatchObject({
      code: "address_name_invalid",
      field: "name",
    });
  }
  expect(await heldUntil(owner)).toBeNull();
  await scope.app.database.query(
    `insert into withdrawal_addresses (id, user_id, name, address, created_at)
     select gen_random_uuid(), $1, 'wallet', n::text, now() from generate_series(1, 20) n`,
    [owner.user.id],
  );
  expect((await save(owner, "wallet", address)).body.code).toBe("too_many_addresses");
});

it("takes a recent proof of identity, holds withdrawals and tells the owner", async () => {
  const owner = await registered();
  scope.app.clock.jump(600);
  expect((await save(owner, "wallet", someAddress())).body.code).toBe("step_up_required");
  await owner.post("/api/profile/step-up", { password: "secret-1" });
  expect((await save(owner, "wallet", someAddress())).status).toBe(201);
  expect(await heldUntil(owner)).toBe(new Date(scope.app.clock.nowMs() + 24 * 3_600_000).toISOString());
  const { events } = (await owner.get("/api/profile/security")).body;
  expect(events[0]).toMatchObject({ kind: "withdrawal_address_saved" });
  await scope.settled();
  const [mail] = outbox.mails(owner.user.email);
  expect(mail!.text).toMatch(/^A withdrawal address has just been saved\./m);
  expect(mail!.text).toContain("Also remove the address in the profile.");
});
