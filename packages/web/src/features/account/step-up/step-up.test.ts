import { expect, test } from "vitest";
import { GivenUp } from "../../../api/api-error.ts";
import { askForProof, cancelProof, countProofs, takeProof } from "./step-up.ts";

test("continues all waiting calls after one proof and asks again for a later call", async () => {
  const [first, second] = [askForProof(), askForProof()];
  expect(first).toBe(second);
  const before = countProofs();
  takeProof();
  await Promise.all([first, second]);
  expect(countProofs()).toBe(before + 1);
  const third = askForProof();
  expect(third).not.toBe(first);
  takeProof();
  await third;
});

const notice = { title: "Cancelled" };

test("rejects all waiting calls when the person cancels", async () => {
  const before = countProofs();
  const outcomes = Promise.allSettled([askForProof(), askForProof()]);
  cancelProof(notice);
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(GivenUp) as unknown });
  }
  expect(countProofs()).toBe(before);
  cancelProof(notice);
});
