import { call } from "../../../api/client.ts";
import { knownSession } from "../../../api/current-user.ts";
import { getOptions, keyOf as queryKeyOf, queryClient } from "../../../api/query.ts";
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
export async function tellHere(subscription: PushSubscription, replaces?: string): Promise<void> {
  const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: Keys };
  await call("addPushDevice", { body: { endpoint, keys, ...(replaces !== undefined && { replaces }) } });
  const security = await queryClient.ensureQueryData(getOptions("getSecurity"));
  const session = knownSession();
  if (session.state === "signed-in") await noteToldHere(session.user.id, toldUnder(security), endpoint);
}

export async function tellNobodyHere(): Promise<void> {
  forgetToldHere();
  await (await ownSubscription())?.unsubscribe();
}

type Noted = { isSentTo: (endpoint: string) => Promise<boolean>; isSameSession: boolean };

/**
 * Compares the browser's subscription with what the server and the note have of it. Without permission, the server's device
 * goes. A subscription that is gone, renewed or for another key of the installation is replaced. One that the server does not
 * have is told again in a new session only: somebody may have removed it elsewhere.
 */
export async function lookHere({ isSentTo, isSameSession }: Noted): Promise<void> {
  const { publicKey, devices } = await call("listPushDevices");
  const areNoted = await Promise.all(devices.map(({ endpoint }) => isSentTo(endpoint)));
  const former = devices[areNoted.indexOf(true)];
  if (!canNotify() || Notification.permission !== "granted") {
    if (former !== undefined) await call("removePushDevice", { params: { id: former.id } });
    forgetToldHere();
  } else {
    const known = await ownSubscription();
    const isUsable = known !== null && keyOf(known) === publicKey;
    if (isUsable && isSameSession && (await isSentTo(known.endpoint))) return;
    const current = isUsable ? known : await subscribe(publicKey);
    await tellHere(current, former?.endpoint === current.endpoint ? undefined : former?.endpoint);
  }
  await queryClient.invalidateQueries({ queryKey: queryKeyOf("listPushDevices") });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
