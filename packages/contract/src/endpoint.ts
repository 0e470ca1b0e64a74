import * as z from "zod/mini";
import { adminRoutes } from "./admin-routes.ts";
import type { AuditAction } from "./audit-names.ts";
import type { ErrorCode } from "./errors.ts";
import { KEY_SCOPES } from "./key-scopes.ts";
import type { NeededScope } from "./key-scopes.ts";
import { routes, splitRoute } from "./routes.ts";
import { decimal8 } from "./values.ts";
import type { Method, Route } from "./routes.ts";
import type { Role } from "./roles.ts";

type AdminCallName = keyof typeof adminRoutes;
export type CallName = keyof typeof routes | AdminCallName;

const allRoutes: Record<CallName, Route> = { ...routes, ...adminRoutes };

/**
 * The callers that a call accepts: anyone, a signed-in user, an administrator, or a payment provider whose signature covers
 * the raw body. There is no default: every call names its audience.
 */
export type Audience = "public" | "user" | "admin" | "provider";

/**
 * The decisions that need two persons: all, those about an amount above `FOUR_EYES_ABOVE`, those about administrators, or
 * those that loosen a limit.
 */
export type TwoPersons = "always" | "by amount" | "administrators" | "looser limits";

/** A need for a proof of identity that depends on the body: `when` names it for people. */
export type StepUpFor<B = unknown> = { readonly when: string; isFor(body: B): boolean };

/**
 * The single description of a call. The server binds a handler to it, the web client calls it, OpenAPI documents it.
 *
 * @template P path parameters @template Q query @template B body @template R reply
 */
export type Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly name: CallName;
  readonly method: Method;
  /** Path parameters are written `{id}`. */
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  /** The role that the call needs (see `mayAs`); undefined if the audience is not "admin". */
  readonly role: Role | undefined;
  /** The scope that an API key needs for the call; undefined if no key may make it. */
  readonly scope: NeededScope | undefined;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly reply: R;
  /** 201 if the call creates something, else 200. */
  readonly status: 200 | 201;
  /** True if an `Idempotency-Key` header makes the call safe to repeat. */
  readonly idempotent: boolean;
  /** Fields of the body that are left out of the request's digest: secrets, and codes that differ with every try. */
  readonly secrets: readonly string[];
  /** The action in the audit log. Every call by which administrators change something has one. */
  readonly audits: AuditAction | undefined;
  /**
   * Set if the caller must have confirmed their identity recently: for administrators' changes and exports, and for the
   * protection of an account's money. "always" applies even if the installation asks for no step-up. So does "with a second
   * step", but only to accounts that have one, and a `StepUpFor`, but only to some bodies. "after the sign-in" needs a
   * proof of its own: a recent sign-in does not count.
   */
  readonly stepUp: boolean | "always" | "with a second step" | "after the sign-in" | StepUpFor;
  /** The decisions that need a second administrator if `FOUR_EYES_ABOVE` is set; some need one even without it. */
  readonly twoPersons: TwoPersons | undefined;
  /**
   * True if the call is refused to callers in a blocked country, and to signed-in people who have not accepted the current
   * terms of use.
   */
  readonly restricted: boolean;
  /** True if the call checks a password, a withdrawal code or a second step: each outcome leaves a line in the log. */
  readonly proves: boolean;
  /** Set if the answer is a streamed file of this type instead of JSON. */
  readonly streams: "text/csv" | "application/zip" | undefined;
  /** The refusals particular to this call, without those that any call may meet. */
  readonly refusals: readonly ErrorCode[];
};

const nothing = z.unknown();
type Nothing = typeof nothing;

type Definition<
  N extends CallName,
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
> = {
  summary: string;
  /** Every call of administrators is in their own routes, and no other call is. */
  audience: N extends AdminCallName ? "admin" : Exclude<Audience, "admin">;
  /** By default, everyone who may open the administration may look, and only an administrator may do more. */
  role?: N extends AdminCallName ? Role : never;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  status?: 200 | 201;
  idempotent?: boolean;
  secrets?: readonly string[];
  audits?: AuditAction;
  stepUp?: Exclude<Endpoint["stepUp"], StepUpFor> | StepUpFor<z.output<B>>;
  twoPersons?: TwoPersons;
  restricted?: boolean;
  proves?: boolean;
  streams?: "text/csv" | "application/zip";
  refusals?: readonly ErrorCode[];
};

/** Defines the call that the routes list under `name`. */
export function endpoint<
  N extends CallName,
  R extends z.ZodMiniType,
  P extends z.ZodMiniType = Nothing,
  Q extends z.ZodMiniType = Nothing,
  B extends z.ZodMiniType = Nothing,
>(name: N, definition: Definition<N, P, Q, B, R>): Endpoint<P, Q, B, R> & { readonly name: N } {
  const { method, path } = splitRoute(allRoutes[name]);
  const { audience, audits } = definition;
  if (audience === "admin" && method !== "GET" && audits === undefined) {
    throw new Error(`${name} changes something for an administrator and names no action for the audit log`);
  }
  if (
    audience === "admin" &&
    audits !== undefined &&
    definition.stepUp !== true &&
    audits !== "identity_proved"
  ) {
    throw new Error(`${name} changes something or takes data out, and needs no recent proof of identity`);
  }
  const scope = (KEY_SCOPES as Partial<Record<CallName, NeededScope>>)[name];
  const isOpen = audience === "public" ? method === "GET" : audience === "user";
  if (scope !== undefined && (!isOpen || (definition.stepUp ?? false) !== false))
    throw new Error(`${name} is no call for API keys`);
  const leastRole: Role = audits === undefined ? "viewer" : "administrator";
  return {
    name,
    method,
    path,
    params: nothing as unknown as P,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    status: 200,
    idempotent: false,
    secrets: [],
    audits: undefined,
    stepUp: false,
    twoPersons: undefined,
    restricted: false,
    proves: false,
    streams: undefined,
    refusals: [],
    ...definition,
    role: audience === "admin" ? (definition.role ?? leastRole) : undefined,
    scope,
  };
}

/** Returns true if the call takes parameters, a query or a body of its own. */
export function isDescribed(schema: z.ZodMiniType): boolean {
  return (schema as z.ZodMiniType) !== nothing;
}

/** The error body of every call. */
export const errorReply = z.object({
  message: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  /** With `price_moved`: the proceeds of a sale now. */
  proceeds: z.optional(decimal8),
});

export const done = z.object({ ok: z.literal(true) });
