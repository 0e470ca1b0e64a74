import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { security } from "../../../locales/en/later.ts";
import { describeAgent } from "./describe-agent.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { newsOf } from "./security-news.tsx";
import { rememberSeen } from "./security-query.ts";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    "Edge on Windows",
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    "Opera on macOS",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iOS",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPadOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
])("recognises %s", (agent, words) => {
  expect(describeAgent(agent, security)).toBe(words);
});

test("keeps the name an unknown program gives itself, on one line", () => {
  expect(describeAgent("curl/8.5.0", security)).toBe("curl/8.5.0");
  expect(describeAgent("x".repeat(500), security)).toHaveLength(60);
});

test.each([null, "", "  "])("calls %j unknown", (agent) => {
  expect(describeAgent(agent, security)).toBe("Unknown device");
});

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

const securityWith = (...events: SecurityEvent[]): Security => ({
  twoStep: false,
  recoveryCodesLeft: 0,
  withdrawalsHeldUntil: null,
  withdrawalHoldHours: 0,
  sessionId: HERE,
  events,
});
const kinds = (...events: SecurityEvent[]) => newsOf(securityWith(...events)).map(({ kind }) => kind);

const ownSignIn = event("signed_in", { sessionId: HERE });

test("reports events of another session or of none until they are seen", () => {
  expect(kinds(event("password_changed"), event("two_step_locked", { sessionId: null }))).toEqual([
    "password_changed",
    "two_step_locked",
  ]);
  expect(kinds(event("password_changed", { seen: true }))).toEqual([]);
});

test("keeps events marked as seen when an older answer arrives late", async () => {
  const queryKey = keyOf("getSecurity");
  const old = securityWith(event("password_changed"));
  queryClient.setQueryData(queryKey, old);
  const late = Promise.withResolvers<Security>();
  const asking = queryClient
    .fetchQuery({ queryKey, queryFn: () => late.promise, staleTime: 0 })
    .catch(() => {});
  const remembering = rememberSeen();
  late.resolve(old);
  await Promise.all([asking, remembering]);
  expect(newsOf(queryClient.getQueryData<Security>(queryKey)!)).toEqual([]);
  queryClient.clear();
});

test("leaves out events of this session", () => {
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

const notices: Notice[] = [];
vi.mock("../../../ui/overlay/notice-store.ts", () => ({
  notify: (notice: Notice) => void notices.push(notice),
}));

let answer: () => Promise<Response>;
let announce: (told: SecurityEvent) => Promise<void>;

beforeEach(async () => {
  notices.length = 0;
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("fetch", () => answer());
  vi.resetModules();
  answer = async () => Response.json(securityWith());
  const { withLaterText } = await import("../../../locales/text.ts");
  announce = (await withLaterText(import("./security-news.tsx"))).announceSecurityEvent;
});

afterEach(() => vi.unstubAllGlobals());

const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const told = (kind: SecurityEvent["kind"], sessionId: string | null) =>
  event(kind, { sessionId, userAgent: USER_AGENT });

test("shows no notice of events of this session", async () => {
  await announce(told("password_changed", HERE));
  expect(notices).toEqual([]);
});

test("shows a notice with device and address of events of another session or of none", async () => {
  await announce(told("signed_in", THERE));
  await announce(told("two_step_locked", null));
  const body = "Firefox on Linux, 203.0.113.7. If that was not you, change your password.";
  expect(notices).toEqual([
    { title: "New sign-in", body, tone: "default", isNews: true },
    { title: "Two-step sign-in locked: too many wrong codes", body, tone: "destructive", isNews: true },
  ]);
});

test("shows a notice when the session that caused the event is unknown", async () => {
  answer = async () => Response.json({ message: "no", code: "unavailable" }, { status: 503 });
  await announce(told("password_changed", HERE));
  expect(notices).toMatchObject([{ title: "Password changed", tone: "destructive" }]);
});
