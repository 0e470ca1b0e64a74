import { readFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import type { Security, SecurityEvent } from "@veritick/contract/schemas/security.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GivenUp } from "../../api/client.ts";
import { keyOf, queryClient } from "../../api/query.ts";
import { security } from "../../locales/en/later.ts";
import type { Notice } from "../../ui/overlay/notice-store.ts";
import { authErrors, passwordErrors } from "./auth/auth-form.tsx";
import { emailError } from "./email-error.ts";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import { newsOf } from "./profile/security-news.tsx";
import { refreshSecurity, rememberSeen, toldUnder } from "./profile/security-query.ts";
import { askForProof, cancelProof, countProofs, takeProof } from "./step-up/step-up.ts";

const words = {
  emailInvalid: "email",
  emailLocalPart: "accents",
  passwordTooShort: "short",
  mismatch: "mismatch",
};
const good = { email: "a@b.fr", password: "secret", confirm: "secret" };

test("accepts a good form, and ignores the confirmation at a login", () => {
  expect(authErrors("register", good, words)).toEqual({});
  expect(authErrors("login", { ...good, confirm: "" }, words)).toEqual({});
});

test("names each fault at its field", () => {
  expect(authErrors("register", { email: "a@b", password: "12345", confirm: "" }, words)).toEqual({
    email: "email",
    password: "short",
    confirm: "mismatch",
  });
});

test("says which part of an e-mail cannot have accents", () => {
  expect(emailError(" chef@ex\u00e4mple.fr ", words)).toBeUndefined();
  expect(emailError("ch\u00e9f@example.fr", words)).toBe("accents");
  expect(emailError("chef@", words)).toBe("email");
});

test("requires a new password to be long enough and typed twice", () => {
  expect(passwordErrors({ password: "secret", confirm: "secret" }, words)).toEqual({});
  expect(passwordErrors({ password: "secret", confirm: "Secret" }, words)).toEqual({ confirm: "mismatch" });
  expect(passwordErrors({ password: "short", confirm: "short" }, words)).toEqual({ password: "short" });
  const composed = { password: "p\u00e4ss\u00a0word", confirm: "pa\u0308ss word" };
  expect(passwordErrors(composed, words)).toEqual({});
  // Six characters before they are composed.
  expect(passwordErrors({ password: "a\u0308".repeat(3), confirm: "\u00e4\u00e4\u00e4" }, words)).toEqual({
    password: "short",
  });
});

const notify = vi.hoisted(() => vi.fn());
vi.mock("../../ui/overlay/notice-store.ts", () => ({ notify, dismissRefusal: () => undefined }));

beforeEach(() => {
  notify.mockClear();
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

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

describe("the profile", () => {
  const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

  test.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      "Chrome on Windows",
    ],
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
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      "Chrome on ChromeOS",
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
  ])("recognises %s", (agent, words) => {
    expect(describeAgent(agent, security)).toBe(words);
  });

  test.each([
    ["curl/8.5.0", "Unknown device"],
    ["YOUR DEPOSIT IS BLOCKED, call +1 555 0100", "Unknown device"],
    ["YOUR DEPOSIT IS BLOCKED (Windows NT 10.0)", "Windows"],
    ["YOUR DEPOSIT IS BLOCKED Firefox/140.0", "Firefox"],
  ])("repeats nothing of %s", (agent, words) => {
    expect(describeAgent(agent, security)).toBe(words);
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
    savedAddressesOnly: false,
    mailPhrase: null,
    withdrawalsNeedEmail: false,
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

  test("asks again for everything that a new password or an authenticator app ends", async () => {
    const lists = [keyOf("listSessions"), keyOf("listApiKeys"), keyOf("listPushDevices")];
    for (const queryKey of lists) queryClient.setQueryData(queryKey, []);
    await refreshSecurity();
    expect(lists.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)).toEqual([
      true,
      true,
      true,
    ]);
    queryClient.clear();
  });

  test("names a session anew after each change that ends notifications", () => {
    const events = [event("signed_in"), event("passkey_added", { id: "new" }), event("password_changed")];
    expect(toldUnder(securityWith(ownSignIn))).toBe(HERE);
    expect(toldUnder(securityWith(...events))).toBe(`${HERE}/new`);
  });

  test("leaves out events of this session", () => {
    expect(kinds(event("password_changed", { sessionId: HERE }), ownSignIn)).toEqual([]);
  });

  test("leaves out a sign-in from the same address and browser, and nothing else", () => {
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

  const notices = () => notify.mock.calls.map(([shown]) => shown as Notice);

  let answer: () => Promise<Response>;
  let announce: (told: SecurityEvent) => Promise<void>;

  beforeEach(async () => {
    vi.stubGlobal("fetch", () => answer());
    vi.resetModules();
    answer = async () => Response.json(securityWith());
    const { withTextOf } = await import("../../locales/text.ts");
    announce = (await withTextOf("later", import("./profile/security-notice.ts"))).announceSecurityEvent;
  });

  const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const told = (kind: SecurityEvent["kind"], sessionId: string | null) =>
    event(kind, { sessionId, userAgent: USER_AGENT });

  test("shows no notice of events of this session", async () => {
    await announce(told("password_changed", HERE));
    expect(notices()).toEqual([]);
  });

  test("shows a notice with device and address of events of another session or of none", async () => {
    await announce(told("signed_in", THERE));
    await announce(told("two_step_locked", null));
    const body = "Firefox on Linux, 203.0.113.7. If that was not you, change your password.";
    expect(notices()).toEqual([
      { title: "New sign-in", body, tone: "default", isNews: true },
      { title: "Two-step sign-in locked: too many wrong codes", body, tone: "destructive", isNews: true },
    ]);
  });

  test("shows a notice when the session that caused the event is unknown", async () => {
    answer = async () => Response.json({ message: "no", code: "unavailable" }, { status: 503 });
    await announce(told("password_changed", HERE));
    expect(notices()).toMatchObject([{ title: "Password changed", tone: "destructive" }]);
  });
});

describe("the service worker", () => {
  type Renewal = { oldSubscription: object | null; newSubscription: object | null };
  const subscriptionAt = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: "key" },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
  });

  /** Runs the worker in a made-up browser, and returns the calls that a change of the subscription leads to. */
  async function change(event: Renewal) {
    const calls: unknown[] = [];
    const listeners = new Map<string, (event: object) => void>();
    const self = {
      BUILD: { version: "1", entry: "", files: [] },
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      registration: {
        pushManager: { subscribe: async (options: object) => (calls.push(options), subscriptionAt("new")) },
      },
    };
    const fetched = async (path: string, { body }: { body: string }) => calls.push(path, JSON.parse(body));
    const code = await readFile(new URL("../../../service-worker.js", import.meta.url), "utf8");
    runInNewContext(code, { self, fetch: fetched });
    let work: Promise<unknown> | undefined;
    listeners.get("pushsubscriptionchange")!({
      ...event,
      waitUntil: (one: Promise<unknown>) => (work = one),
    });
    await work;
    return calls;
  }

  const told = (endpoint: string) => [
    "/api/profile/push-devices",
    { endpoint, keys: { p256dh: "p", auth: "a" }, replaces: "old" },
  ];

  test("tells the server of a renewed subscription, and makes one in place of one that is gone", async () => {
    const oldSubscription = subscriptionAt("old");
    expect(await change({ oldSubscription, newSubscription: subscriptionAt("renewed") })).toEqual(
      told("renewed"),
    );
    expect(await change({ oldSubscription, newSubscription: null })).toEqual([
      { userVisibleOnly: true, applicationServerKey: "key" },
      ...told("new"),
    ]);
    expect(await change({ oldSubscription: null, newSubscription: null })).toEqual([]);
  });
});
