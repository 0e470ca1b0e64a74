import { ApiError, isUnanswered } from "@veritick/client/call-error.ts";
import type { Notice } from "../ui/overlay/notice-store.ts";

export { ApiError, isUnanswered };

type FallbackWords = { readonly common: { readonly noAnswer: string } };

/** The words for a failed call: the server's own, else `fallback`; a call without any answer says so. */
export function errorText(error: unknown, text: FallbackWords, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  return error instanceof TypeError ? text.common.noAnswer : fallback;
}

/** The person went back before the call was sent. That is no failure, and `notice` says so; the same may be tried again. */
export class GivenUp extends Error {
  override name = "GivenUp";

  readonly notice: Notice;

  constructor(notice: Notice) {
    super(notice.title);
    this.notice = notice;
  }
}
