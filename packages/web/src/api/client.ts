import { ApiError, isUnanswered } from "@veritick/client/call-error.ts";
import { fillIn, send } from "@veritick/client/request.ts";
import type { CallOptions, ReplyOf } from "@veritick/client/request.ts";
import type { CallName } from "@veritick/contract/endpoint.ts";
import { routes } from "@veritick/contract/routes.ts";
import type { Route } from "@veritick/contract/routes.ts";
import { isUnattended } from "../lib/browser.ts";
import { chosenLanguage } from "../lib/preferences.ts";
import type { Notice } from "../ui/overlay/notice-store.ts";

export { ApiError, fillIn, isUnanswered };
export type { CallOptions, ReplyOf };

/** The calls that anyone but an administrator makes. */
export type UserCallName = keyof typeof routes;

/** Makes a call of the contract. Throws `ApiError` for a refusal, `NoAnswer` when nothing answers. */
export function call<N extends UserCallName>(name: N, options: CallOptions<N> = {}): Promise<ReplyOf<N>> {
  return request<N>(routes[name], options);
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: UserCallName, params: object = {}): string {
  return fillIn(routes[name], params);
}

/** A page of the site itself: the session is in its cookie. */
const here = {
  site: "",
  headers: () => ({
    "Accept-Language": chosenLanguage(),
    // Polls of a page that nobody has touched for a while keep no session alive.
    ...(isUnattended() && { "X-Unattended": "1" }),
  }),
};

/** What `call` does for any route; `N` says what is sent and answered there. */
export async function request<N extends CallName>(
  route: Route,
  options: CallOptions<N>,
): Promise<ReplyOf<N>> {
  const answer = await send<N>(route, options, here);
  if (!answer.ok) throw answer.error;
  return answer.value;
}

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
