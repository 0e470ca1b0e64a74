import { CONSOLE_ACTOR, RULE_ACTOR } from "@veritick/contract/audit-names.ts";

type ActorWords = { readonly console: string; readonly rule: string; readonly gone: (id: string) => string };

/** Returns the name of an actor without an e-mail: the operator at the server's console, the rule, or a deleted account. */
export function actorName(id: string, words: ActorWords): string {
  if (id === CONSOLE_ACTOR) return words.console;
  return id === RULE_ACTOR ? words.rule : words.gone(id.slice(0, 8));
}
