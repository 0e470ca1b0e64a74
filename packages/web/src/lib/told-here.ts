import { store, stored } from "./preferences.ts";

const TOLD_HERE = "told-here";

/**
 * Notes who gets notifications in this browser, the name of the session in which they asked for them, and as which device.
 * The note outlives the session, so it holds only hashes: nobody can tell from it whose it is without knowing the id.
 */
export async function noteToldHere(userId: string, name: string, deviceId: string): Promise<void> {
  const parts = [userId, `${userId} ${name}`, `${userId} ${deviceId}`];
  store(TOLD_HERE, (await Promise.all(parts.map(hashOf))).join(" "));
}

export const forgetToldHere = (): void => store(TOLD_HERE, "");

/** What is noted of a user's notifications in this browser. */
type ToldHere = { isUnder(name: string): Promise<boolean>; isDevice(id: string): Promise<boolean> };

/** Returns undefined if the user has not asked for notifications in this browser. */
export async function toldHere(userId: string): Promise<ToldHere | undefined> {
  const [who, under, as] = (stored(TOLD_HERE) ?? "").split(" ");
  if (who === "" || who !== (await hashOf(userId))) return undefined;
  return {
    isUnder: async (name) => under === (await hashOf(`${userId} ${name}`)),
    isDevice: async (id) => as === (await hashOf(`${userId} ${id}`)),
  };
}

const RENEWED_HERE = "renewed-here";

/** Returns true at the first call of a day. */
export function mayRenewToday(): boolean {
  const today = new Date().toISOString().slice(0, 10);
  if (stored(RENEWED_HERE) === today) return false;
  store(RENEWED_HERE, today);
  return true;
}

/** Only pages that browsers call secure have `subtle`, and only they get notifications. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${TOLD_HERE} ${text}`));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}
