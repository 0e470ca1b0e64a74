import { call } from "../../../api/client.ts";
import { knownSession } from "../../../api/current-user.ts";
import { getOptions, queryClient } from "../../../api/query.ts";
import { forgetToldHere, noteToldHere } from "../../../lib/preferences.ts";
import { toldUnder } from "./security-query.ts";

/** Returns false on pages without encryption, in old browsers, and in Safari outside the home screen. */
export function canNotify(): boolean {
  try {
    return navigator.serviceWorker !== undefined && "PushManager" in window && "Notification" in window;
  } catch {
    return false;
  }
}

export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!canNotify()) return null;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? null;
}

/** Creates a new subscription, because an earlier one may be for another key. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

type Keys = { p256dh: string; auth: string };

/**
 * Turns on notifications in this browser for the present session, and notes that to turn them on again after the next
 * sign-in or the next change that ends them.
 */
export async function tellHere(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await call("addPushDevice", { body: { endpoint, keys } as { endpoint: string; keys: Keys } });
  const security = await queryClient.ensureQueryData(getOptions("getSecurity"));
  const session = knownSession();
  if (session.state === "signed-in") await noteToldHere(session.user.id, toldUnder(security));
}

export async function tellNobodyHere(): Promise<void> {
  forgetToldHere();
  await (await ownSubscription())?.unsubscribe();
}

/**
 * Renews the notifications, unless the browser or the user has withdrawn the permission. The installation may have another
 * key since.
 */
export async function renewHere(): Promise<void> {
  const subscription = await ownSubscription();
  if (subscription === null || Notification.permission !== "granted") return forgetToldHere();
  const { publicKey } = await call("listPushDevices");
  await tellHere(keyOf(subscription) === publicKey ? subscription : await subscribe(publicKey));
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
