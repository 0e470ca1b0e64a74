import { afterAll, describe, expect, it } from "vitest";
import { startScreeningSimulator } from "../../../testing/screening-simulator.ts";
import type { SimulatedAnswer } from "../../../testing/screening-simulator.ts";
import { movableClock } from "../../../testing/movable-clock.ts";
import { readScreening } from "../../config/services.ts";
import { createLog } from "../../platform/telemetry/log.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createScreening, readOutcome } from "./ask-screening.ts";

const simulator = await startScreeningSimulator();
afterAll(() => simulator.close());

const environment: Record<string, string> = simulator.environment();
const world = { clock: movableClock(), log: createLog("silent"), metrics: createMetrics() };
const settings = readScreening((name) => environment[name], false)!;
const question = {
  kind: "withdrawal",
  id: "01a0b2c4-0000-7000-8000-000000000001",
  userId: "01a0b2c4-0000-7000-8000-000000000002",
  amount: "92.00000000",
  currency: "USDTTRC20",
  address: "TYTzm2BGQ5pANtNvTaWnZdcqoetR9bQH1a",
  transactionHash: null,
} as const;

describe("the screening service", () => {
  it("gets a signed question", async () => {
    const outcome = await createScreening(settings, world)!.ask("question-1", question);
    expect(outcome).toEqual({ verdict: "allow" });
    expect(simulator.questions.at(-1)).toEqual({ ...question, name: "question-1" });
    expect(simulator.forged()).toBe(0);
  });

  it.each<[SimulatedAnswer, string]>([
    [{ verdict: "refuse", reference: "R-1", reason: "On a list" }, "refuse"],
    ["hold", "hold"],
    ["hangs", "unreachable"],
    ["500", "unreachable"],
    ["redirect", "unreachable"],
    ["malformed", "hold"],
    ["endless", "hold"],
  ])("that answers %j counts as %s", async (answer, verdict) => {
    simulator.on(question.address, answer);
    // A service that hangs never answers, so this case uses a short time limit.
    const outcome = await createScreening(settings, world, answer === "hangs" ? 20 : 5_000)!.ask(
      "q",
      question,
    );
    expect(outcome.verdict).toBe(verdict);
  });

  it("that does not know the key is unreachable", async () => {
    const key = Buffer.alloc(32, 1);
    const outcome = await createScreening({ ...settings, key }, world)!.ask("q", question);
    expect(outcome).toEqual({ verdict: "unreachable", reason: "HTTP 401" });
  });

  it("that nobody runs is unreachable, and its address is in no message", async () => {
    const url = "http://127.0.0.1:1/secret-key";
    const outcome = await createScreening({ ...settings, url }, world)!.ask("q", question);
    expect(outcome.verdict).toBe("unreachable");
    expect(JSON.stringify(outcome)).not.toContain("secret-key");
  });

  it("counts its verdicts by kind", async () => {
    const { values } = await world.metrics.screeningVerdicts.get();
    expect(new Set(values.map(({ labels }) => labels.verdict))).toEqual(
      new Set(["allow", "hold", "refuse", "unreachable"]),
    );
  });
});

describe("an answer", () => {
  it.each([
    "",
    "null",
    "[]",
    '"allow"',
    '{"verdict":"ALLOW"}',
    '{"verdict":"allow","reference":7}',
    JSON.stringify({ verdict: "allow", reference: "x".repeat(201) }),
    JSON.stringify({ verdict: "allow", reason: "x\0y" }),
    '{"verdict":"hold","askAgainAt":"tomorrow"}',
  ])("%j holds", (text) => {
    expect(readOutcome(text).verdict).toBe("hold");
  });

  it("may have unknown fields", () => {
    expect(readOutcome('{"verdict":"allow","reason":null,"score":3}')).toMatchObject({ verdict: "allow" });
  });
});
