import { visible } from "./typed-text.ts";

const FORM = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** An id in the form in which the platform writes and signs it. */
export const UUID = new RegExp(`^${FORM}$`);

/** An id with letters of either case. Everything that takes an id accepts it. */
export const UUID_OF_ANY_CASE = new RegExp(`^${FORM}$`, "i");

const WITHIN = new RegExp(FORM, "i");

/** Finds the first id in a text, for instance in an address or in the name of a file; in lower case. */
export const findUuid = (text: string): string | undefined => WITHIN.exec(visible(text))?.[0].toLowerCase();
