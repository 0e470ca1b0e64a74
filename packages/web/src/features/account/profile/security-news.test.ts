import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { expect, test } from "vitest";
import { newsOf } from "./security-news.tsx";

const HERE = "00000000-0000-4000-8000-000000000001";
const THERE = "00000000-0000-4000-8000-000000000002";

function event(kind: SecurityEvent["kind"], more: Partial<SecurityEvent> = {}): SecurityEvent {
  return {
    id: crypto.randomUUID(),
    kind,
    sessionId: THERE,
    address: "203.0.113.7",
    userAgent: "a browser",
    createdAt: "2026-01-01T00:00:00.000Z",
    seen: false,
    ...more,
  };
}

function kinds(...events: SecurityEvent[]) {
  const security: Security = {
    twoStep: false,
    recoveryCodesLeft: 0,
    withdrawalsHeldUntil: null,
    withdrawalHoldHours: 0,
    sessionId: HERE,
    events,
  };
  return newsOf(security).map(({ kind }) => kind);
}

const ownSignIn = event("signed_in", { sessionId: HERE });

test("reports what another session or no session did until it is seen", () => {
  expect(kinds(event("password_changed"), event("two_step_locked", { sessionId: null }))).toEqual([
    "password_changed",
    "two_step_locked",
  ]);
  expect(kinds(event("password_changed", { seen: true }))).toEqual([]);
});

test("leaves out what this session did", () => {
  expect(kinds(event("password_changed", { sessionId: HERE }), ownSignIn)).toEqual([]);
});

test("leaves out a sign-in from the same address and browser, but no other change from there", () => {
  expect(kinds(ownSignIn, event("signed_in"))).toEqual([]);
  expect(kinds(ownSignIn, event("withdrawal_code_created"))).toEqual(["withdrawal_code_created"]);
});

test("reports a sign-in from another address or another browser", () => {
  expect(kinds(ownSignIn, event("signed_in", { address: "198.51.100.1" }))).toEqual(["signed_in"]);
  expect(kinds(ownSignIn, event("signed_in", { userAgent: "another" }))).toEqual(["signed_in"]);
});

test("reports every sign-in when the address of this session is unknown", () => {
  expect(kinds(event("signed_in"), event("signed_in", { address: null, userAgent: null }))).toEqual([
    "signed_in",
    "signed_in",
  ]);
});
