import * as z from "zod/mini";
import { existingPassword, twoStepCode } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import { instant } from "./values.ts";

/**
 * How an administrator proves again who they are before money moves: with a code where two-step sign-in is on, else with
 * the password. `provedUntil` is when it has to be done again; null where this installation never asks.
 */
export const stepUpState = z.object({
  method: z.enum(["password", "code"]),
  provedUntil: z.nullable(instant),
});
export type StepUpState = z.infer<typeof stepUpState>;

export const getStepUp = endpoint({
  method: "GET",
  path: "/api/admin/step-up",
  summary: "Whether calls that move money ask for a new proof of who calls, and by what",
  audience: "admin",
  reply: stepUpState,
});

/** One of the two: what `method` says. */
export const proveStepUp = endpoint({
  method: "POST",
  path: "/api/admin/step-up",
  summary: "Prove again who you are",
  audience: "admin",
  audits: "identity_proved",
  body: z.object({
    password: z.optional(existingPassword("current_password_required")),
    code: z.optional(twoStepCode),
  }),
  secrets: ["password", "code"],
  reply: stepUpState,
  refusals: [
    "current_password_required",
    "current_password_wrong",
    "too_many_logins",
    "two_step_required",
    "two_step_code_invalid",
    "two_step_wrong",
    "two_step_locked",
  ],
});
