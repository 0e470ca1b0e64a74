import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { expect, test, vi } from "vitest";

const notify = vi.hoisted(() => vi.fn());
vi.mock("../../../ui/overlay/notice-store.ts", () => ({ notify }));

vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
const { loadChosenLanguage, withLaterText } = await import("../../../locales/text.ts");
const { announceDeposit } = await import("./announce-deposit.ts");
await Promise.all([loadChosenLanguage(), withLaterText(Promise.resolve())]);

const deposit = (id: string, credited: string | null) =>
  ({ id, status: "confirmed", credited, amount: "25.00000000" }) as Deposit;

test("tells once that a deposit is credited, with what arrived", () => {
  announceDeposit(deposit("a", "24.50000000"));
  announceDeposit(deposit("a", "24.50000000"));
  expect(notify.mock.calls).toEqual([[{ title: "Deposit credited", body: "+24.50 USDMS", isNews: true }]]);
});
