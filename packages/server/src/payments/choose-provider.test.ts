import { expect, it } from "vitest";
import { startFakeNowPayments } from "../../testing/fake-nowpayments/fake-nowpayments.ts";
import { startTestApp } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();

it("starts again with the provider it began with", async () => {
  await expect(scope.start()).resolves.toBeDefined();
});

it("refuses to start with another provider, which would pay out play money", async () => {
  const fake = await startFakeNowPayments();
  const start = () => startTestApp({ connection: scope.connection, environment: fake.environment() });
  await expect(start()).rejects.toThrow(/was used with PAYMENT_PROVIDER=sandbox/);
  await fake.close();
});
