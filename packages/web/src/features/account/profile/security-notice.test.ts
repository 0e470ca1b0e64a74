import type { SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notice } from "../../../ui/overlay/notice-store.ts";

const HERE = "00000000-0000-4000-8000-000000000001";
const THERE = "00000000-0000-4000-8000-000000000002";
const security = {
  twoStep: false,
  recoveryCodesLeft: 0,
  withdrawalsHeldUntil: null,
  withdrawalHoldHours: 0,
  sessionId: HERE,
  events: [],
};

const notices: Notice[] = [];
vi.mock("../../../ui/overlay/notice-store.ts", () => ({
  notify: (notice: Notice) => void notices.push(notice),
}));

let answer: () => Promise<Response>;
let announce: (event: SecurityEvent) => Promise<void>;

beforeEach(async () => {
  notices.length = 0;
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("fetch", () => answer());
  vi.resetModules();
  answer = async () => Response.json(security);
  const { withLaterText } = await import("../../../locales/text.ts");
  announce = (await withLaterText(import("./security-notice.ts"))).announceSecurityEvent;
});

afterEach(() => vi.unstubAllGlobals());

const event = (kind: SecurityEvent["kind"], sessionId: string | null): SecurityEvent => ({
  id: crypto.randomUUID(),
  kind,
  sessionId,
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  createdAt: "2026-01-01T00:00:00.000Z",
  seen: false,
});

test("shows no notice of what this session did", async () => {
  await announce(event("password_changed", HERE));
  expect(notices).toEqual([]);
});

test("shows with its device and address what another session or no session did", async () => {
  await announce(event("signed_in", THERE));
  await announce(event("two_step_locked", null));
  const body = "Firefox on Linux, 203.0.113.7. If that was not you, change your password.";
  expect(notices).toEqual([
    { title: "New sign-in", body, tone: "default", isNews: true },
    { title: "Two-step sign-in locked: too many wrong codes", body, tone: "destructive", isNews: true },
  ]);
});

test("shows a notice when nobody can tell which session did it", async () => {
  answer = async () => Response.json({ message: "no", code: "unavailable" }, { status: 503 });
  await announce(event("password_changed", HERE));
  expect(notices).toMatchObject([{ title: "Password changed", tone: "destructive" }]);
});
