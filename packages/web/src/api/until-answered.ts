import { ApiError } from "./client.ts";

const FIRST_ANSWER_TRIES = 10;
const FIRST_ANSWER_DELAY_MS = 1_000;

function isStillRunning(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "idempotency_running";
}

/** Repeats a call while the server still works on an earlier try of it. */
export async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isStillRunning(error) || tries > FIRST_ANSWER_TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_ANSWER_DELAY_MS));
  }
}
