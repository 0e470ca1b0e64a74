import type { IsSigned } from "@veritick/domain/verify/verify-statements.ts";

/** How many signatures are checked before the browser may draw again. */
const AT_ONCE = 5;

/** Checks Ed25519 signatures; fetched when the first is to be checked. */
export const loadIsSigned = async (): Promise<IsSigned> => (await import("../../lib/ed25519.ts")).isSigned;

type Signed = { readonly text: string; readonly signature: string };

/** The same with the answers about some texts ready, found out without holding up the page. */
export async function prepareSignatures(
  signed: readonly Signed[],
  keys: readonly string[],
): Promise<IsSigned> {
  const isSigned = await loadIsSigned();
  const answers = new Map<string, boolean>();
  const nameOf = (...parts: string[]) => parts.join("\n");
  let asked = 0;
  for (const { text, signature } of signed) {
    const key = keys.find((each) => text.endsWith(`key ${each}\n`));
    if (key === undefined) continue;
    answers.set(nameOf(signature, key, text), isRight(isSigned, [text, signature, key]));
    asked += 1;
    if (asked % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return (text, signature, key) => answers.get(nameOf(signature, key, text)) ?? false;
}

function isRight(isSigned: IsSigned, parts: Parameters<IsSigned>): boolean {
  try {
    return isSigned(...parts);
  } catch {
    return false;
  }
}
