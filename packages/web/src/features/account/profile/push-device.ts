import { call } from "../../../api/client.ts";
import { knownSession } from "../../../api/current-user.ts";
import { getOptions, keyOf as queryKeyOf, queryClient } from "../../../api/query.ts";
import { forgetToldHere, mayRenewToday, noteToldHere } from "../../../lib/told-here.ts";
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
  const body = { endpoint, keys, ...(replaces !== undefined && { replaces }) };
  const { id } = await call("addPushDevice", { body });
  const security = await queryClient.ensureQueryData(getOptions("getSecurity"));
  const session = knownSession();
  if (session.state === "signed-in") await noteToldHere(session.user.id, toldUnder(security), id);
}

export async function tellNobodyHere(): Promise<void> {
  forgetToldHere();
  await (await ownSubscription())?.unsubscribe();
}

type Noted = { isDevice: (id: string) => Promise<boolean>; isSameSession: boolean };

/**
 * Compares the browser's subscription with what the server and the note have of it. Without permission, the server's device
 * goes. A subscription that is gone, renewed, refused by its service or for another key of the installation is replaced. If the
 * server has no device in the same session, its owner has removed it elsewhere, and it goes here too.
 */
export async function lookHere({ isDevice, isSameSession }: Noted): Promise<void> {
  const { publicKey, devices, ended } = await call("listPushDevices");
  const all = [...devices, ...ended];
  const areNoted = await Promise.all(all.map(({ id }) => isDevice(id)));
  const former = all[areNoted.indexOf(true)];
  if (!canNotify() || Notification.permission !== "granted") {
    if (former !== undefined) await call("removePushDevice", { params: { id: former.id } });
    forgetToldHere();
  } else if (former === undefined && isSameSession) {
    await tellNobodyHere();
  } else {
    const known = await ownSubscription();
    const isRefused = ended.some(({ endpoint }) => endpoint === known?.endpoint);
    const isUsable = known !== null && !isRefused && keyOf(known) === publicKey;
    if (isUsable && isSameSession && known.endpoint === former?.endpoint) return;
    // A service may refuse every subscription.
    if (!isUsable && ended.some(({ id }) => id === former?.id) && !mayRenewToday()) return;
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
