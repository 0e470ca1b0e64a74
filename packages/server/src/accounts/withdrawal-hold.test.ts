import { describe, expect, it } from "vitest";
import { resetTokenOf, useOutbox } from "../../testing/outbox.ts";
import { spareNoise } from "../../testing/remembered-noise.ts";
import { TestClient } from "../../testing/test-client.ts";
import { enableTwoStep } from "../../testing/two-step.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

const outbox = useOutbox();
spareNoise();
const scope = useApp({ WITHDRAWAL_HOLD_HOURS: "24" }, { outbox: outbox.path });

async function registered(url = scope.app.url) {
  const client = new TestClient(url);
  const user = await client.register();
  return Object.assign(client, { user });
}
const changePassword = (client: TestClient, currentPassword: string, newPassword: string) =>
  client.post("/api/profile/change-password", { currentPassword, newPassword });
const heldUntil = async (client: TestClient) =>
  (await client.get("/api/profile/security")).body.withdrawalsHeldUntil;
const inHours = (hours: number) => new Date(scope.app.clock.nowMs() + hours * 3_600_000).toISOString();

describe("the withdrawal hold", () => {
  it("begins with a change of the password and ends after 24 hours", async () => {
    const client = await registered();
    expect((await client.get("/api/profile/security")).body).toMatchObject({
      withdrawalsHeldUntil: null,
      withdrawalHoldHours: 24,
    });
    await changePassword(client, "secret-1", "secret2");
    const until = inHours(24);
    expect(await heldUntil(client)).toBe(until);
    scope.app.clock.jump(24 * 3600 - 1);
    expect(await heldUntil(client)).toBe(until);
    scope.app.clock.jump(1);
    expect(await heldUntil(client)).toBeNull();
  });

  it("begins when two-step sign-in is switched on, and again when it is switched off", async () => {
    const client = await registered();
    const twoStep = await enableTwoStep(scope.app, client);
    expect(await heldUntil(client)).toBe(inHours(24));
    scope.app.clock.jump(3600);
    const code = twoStep.nextCode();
    await client.post("/api/profile/two-step/recovery-codes", { password: "secret-1", code });
    expect(await heldUntil(client)).toBe(inHours(24 - 1 - 30 / 3600));
    await client.post("/api/profile/two-step/disable", { password: "secret-1", code: twoStep.nextCode() });
    expect(await heldUntil(client)).toBe(inHours(24));
  });

  it("begins when a withdrawal code is set, when an administrator resets it, and when a new one is set", async () => {
    const client = await registered();
    const admin = await seedAdmin(scope.app);
    const steps = [
      () => client.post("/api/profile/create-withdrawal-code", { code: "40217" }),
      () => admin.post(`/api/admin/users/${client.user.id}/reset-withdrawal-code`, { note: "forgotten" }),
      () => client.post("/api/profile/create-withdrawal-code", { code: "71204" }),
    ];
    for (const step of steps) {
      scope.app.clock.jump(300);
      expect((await step()).status).toBe(200);
      expect(await heldUntil(client)).toBe(inHours(24));
    }
  });

  it("begins when a reset link sets a new password", async () => {
    const client = await registered();
    await client.post("/api/auth/forgot-password", { email: client.user.email });
    await scope.settled();
    const token = resetTokenOf(outbox.mails(client.user.email)[0]);
    await client.post("/api/auth/reset-password", { token, newPassword: "secret2" });
    await client.post("/api/auth/login", { email: client.user.email, password: "secret2" });
    expect(await heldUntil(client)).toBe(inHours(24));
  });

  it("is never made shorter", async () => {
    const client = await registered();
    await scope.app.database.query("update users set withdrawals_held_until = $2 where id = $1", [
      client.user.id,
      inHours(100),
    ]);
    await changePassword(client, "secret-1", "secret2");
    expect(await heldUntil(client)).toBe(inHours(100));
  });

  it("does not begin with a refused change", async () => {
    const client = await registered();
    await changePassword(client, "wrong", "secret2");
    await client.post("/api/profile/two-step/begin", { password: "secret-1" });
    expect(await heldUntil(client)).toBeNull();
  });

  it("does not apply if WITHDRAWAL_HOLD_HOURS is 0", async () => {
    const app = await scope.start({ environment: { WITHDRAWAL_HOLD_HOURS: "0" } });
    const client = await registered(app.url);
    await changePassword(client, "secret-1", "secret2");
    await enableTwoStep(app, client, "secret2");
    expect((await client.get("/api/profile/security")).body).toMatchObject({
      withdrawalsHeldUntil: null,
      withdrawalHoldHours: 0,
    });
  });
});
