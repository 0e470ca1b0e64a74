import { AsyncLocalStorage } from "node:async_hooks";
import type { OpenSpan } from "./tracing.ts";

/** What the code that runs now belongs to: the request it answers, for the log, and the span around it. */
export type Scope = { readonly requestId?: string | undefined; readonly span?: OpenSpan | undefined };

const scopes = new AsyncLocalStorage<Scope | undefined>();

export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs `work`, and whatever it starts, in this scope; `undefined` is for what belongs to nobody in particular. */
export const within = <T>(scope: Scope | undefined, work: () => T): T => scopes.run(scope, work);
