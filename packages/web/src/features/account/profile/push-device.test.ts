import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keyOf, queryClient } from "../../../api/query.ts";
import { toldHere } from "../../../lib/told-here.ts";
import { lookHere, ownSubscription, subscribe, tellHere } from "./push-device.ts";

type Device = { id: string; endpoint: string };
type Body = { endpoint: string; replaces?: string };

const KEY = "AAAA";
const SECURITY = { sessionId: "session", events: [] };
/** What the server has of the browser, and what the browser has. */
let server: { devices: Device[]; ended: Device[] };
let current: object | null;
let subscriptions: number;

const call = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client.ts", async (original) => ({ ...(await original<object>()), call }));
vi.mock("../../../api/current-user.ts", () => ({
  knownSession: () => ({ state: "signed-in", user: { id: "ann" } }),
}));

const subscriptionAt = (endpoint: string) => ({
  endpoint,
  options: { applicationServerKey: new Uint8Array(3).buffer },
  toJSON: () => ({ endpoint, keys: {} }),
  unsubscribe: async () => void (current = null),
});

beforeEach(async () => {
  server = { devices: [], ended: [] };
  current = null;
  subscriptions = 0;
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => (current = subscriptionAt(`new ${++subscriptions}`)),
  };
  const registration = { pushManager };
  const serviceWorker = {
    getRegistration: async () => registration,
    register: async () => registration,
    ready: Promise.resolve(registration),
  };
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  });
  vi.stubGlobal("navigator", { serviceWorker });
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("window", { PushManager: 1, Notification: 1 });
  vi.useFakeTimers({ toFake: ["Date"] });
  queryClient.setQueryData(keyOf("getSecurity"), SECURITY);
  call.mockImplementation(async (name: string, sent: { body: Body }) =>
    name === "addPushDevice" ? add(sent.body) : { publicKey: KEY, ...server },
  );
  await tellHere(await subscribe(KEY));
  expect(await now()).toEqual({ told: ["new 1"], has: "new 1", isNoted: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** A renewal keeps the device's id, and changes nothing if the device is not there. */
function add({ endpoint, replaces }: Body): Device {
  const former = [...server.devices, ...server.ended].find(
    (each) => each.endpoint === (replaces ?? endpoint),
  );
  if (replaces !== undefined && former === undefined) throw new Error("not_found");
  const device = { id: former?.id ?? `device of ${endpoint}`, endpoint };
  server = { devices: [device], ended: [] };
  return device;
}

/** Starts the page as often as said. */
async function start(times = 1, session = SECURITY.sessionId): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const told = await toldHere("ann");
    if (told) await lookHere({ ...told, isSameSession: await told.isUnder(session) });
  }
}
const now = async () => ({
  told: server.devices.map(({ endpoint }) => endpoint),
  has: (await ownSubscription())?.endpoint,
  isNoted: (await toldHere("ann")) !== undefined,
});
const end = () => (server = { devices: [], ended: server.devices });
const both = (endpoint: string) => ({ told: [endpoint], has: endpoint, isNoted: true });
const OFF = { told: [], has: undefined, isNoted: false };

test("changes nothing while browser and server agree", async () => {
  call.mockClear();
  await start(3);
  expect(call.mock.calls).toEqual(Array(3).fill(["listPushDevices"]));
  expect(await now()).toEqual(both("new 1"));
});

test("tells the server of a subscription that the browser has renewed, and replaces one that it has dropped", async () => {
  current = subscriptionAt("renewed");
  await start(2);
  expect(await now()).toEqual(both("renewed"));
  current = null;
  await start(2);
  expect(await now()).toEqual(both("new 2"));
});

test("subscribes anew once the server has ended the device, at most once a day", async () => {
  vi.setSystemTime("2026-03-01T12:00:00Z");
  end();
  await start(2);
  expect(await now()).toEqual(both("new 2"));
  end();
  await start(3);
  expect(await now()).toEqual({ told: [], has: "new 2", isNoted: true });
  vi.setSystemTime("2026-03-02T12:00:00Z");
  await start(3);
  expect(await now()).toEqual(both("new 3"));
  // The browser has a new one by itself.
  end();
  current = subscriptionAt("renewed");
  await start();
  expect(await now()).toEqual(both("renewed"));
});

test.each([
  ["as before", (): void => undefined],
  ["renewed", () => void (current = subscriptionAt("renewed"))],
  ["dropped", () => void (current = null)],
])(
  "leaves a device removed that its owner removed elsewhere, with its subscription %s",
  async (_what, go) => {
    server.devices = [];
    go();
    await start(2);
    expect(await now()).toEqual(OFF);
  },
);

test("knows the device after the service worker has renewed it, and tells it again after a sign-in", async () => {
  add({ endpoint: "by the worker", replaces: "new 1" });
  current = subscriptionAt("renewed");
  await start();
  expect(await now()).toEqual(both("renewed"));
  server.devices = [];
  await start(1, "another session");
  expect(await now()).toEqual(both("renewed"));
});

test("removes the device once the browser refuses notifications", async () => {
  end();
  vi.stubGlobal("Notification", { permission: "denied" });
  await start();
  expect(call).toHaveBeenCalledWith("removePushDevice", { params: { id: "device of new 1" } });
  expect((await now()).isNoted).toBe(false);
});
