import type { Page } from "@playwright/test";

/** As if the person had been using this browser for so long: from the next page on. */
export async function spendTime(page: Page, userId: string, minutes: number): Promise<void> {
  await page.evaluate(
    ({ id, spentMs }) => {
      const nowMs = Date.now();
      const stretch = { beganMs: nowMs - spentMs, activeMs: nowMs, countedMs: nowMs, spentMs, remindedMs: 0 };
      localStorage.setItem("stretch", JSON.stringify({ userId: id, ...stretch }));
    },
    { id: userId, spentMs: minutes * 60_000 },
  );
}
