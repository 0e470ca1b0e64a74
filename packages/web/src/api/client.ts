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

export type UserCallName = keyof typeof routes;

/** Makes a call of the contract. Throws `ApiError` for a refusal, `NoAnswer` when nothing answers. */
export function call<N extends UserCallName>(name: N, options: CallOptions<N> = {}): Promise<ReplyOf<N>> {
  return request<N>(routes[name], options);
}

export function pathOf(name: UserCallName, params: object = {}): string {
  return fillIn(routes[name], params);
}

/** The settings of `send` for a page of the site itself, whose session is in its cookie. */
const here = {
  site: "",
  headers: () => ({
    "Accept-Language": chosenLanguage(),
    // Marks the polls of a page that nobody has touched for a while, so that they do not keep the session alive.
    ...(isUnattended() && { "X-Unattended": "1" }),
  }),
};

let held: Promise<void> | undefined;

/** Holds back every GET until the returned function is called. The server would refuse those sent while a session ends. */
export function holdReads(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  return () => {
    held = undefined;
    resolve();
  };
}

/** Makes a call to any route. `N` gives the types of its options and its reply. */
export async function request<N extends CallName>(
  route: Route,
  options: CallOptions<N>,
): Promise<ReplyOf<N>> {
  if (route.startsWith("GET ") && held !== undefined) {
    await held;
    options.signal?.throwIfAborted();
  }
  const answer = await send<N>(route, options, here);
  if (!answer.ok) throw answer.error;
  return answer.value;
}

type FallbackWords = { readonly common: { readonly noAnswer: string } };

/** Returns the words for a failed call: the server's own, else `fallback`. If no answer came, the words say so. */
export function errorText(error: unknown, text: FallbackWords, fallback: string): string {
  if (error instanceof ApiError) return error.userMessage ?? fallback;
  return error instanceof TypeError ? text.common.noAnswer : fallback;
}

/** Thrown if the person goes back before the call is sent. This is no failure, and `notice` says so; they may try again. */
export class GivenUp extends Error {
  override name = "GivenUp";

  readonly notice: Notice;

  constructor(notice: Notice) {
    super(notice.title);
    this.notice = notice;
  }
}
