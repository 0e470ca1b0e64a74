import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import { useAdminText } from "../../../locales/text.ts";
import { notify } from "../../../ui/notice-store.ts";
import type { Notice } from "../../../ui/notice-store.ts";

/** Says that a decision is done, or that it takes another administrator. */
export function useTold(): (decided: { readonly awaiting: Awaiting }, done: Notice) => void {
  const { proposals } = useAdminText();
  return ({ awaiting }, done) =>
    notify(awaiting === null ? done : { title: proposals.made, body: proposals.madeDecision });
}
