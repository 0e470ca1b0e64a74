import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { Language } from "@veritick/contract/errors.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type * as z from "zod/mini";
import type { Refused } from "../refusal.ts";

/** The signed-in user, as every call needs them. */
export type Identity = {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** The user's rights in the administration; null for none. */
  readonly role: Role | null;
  readonly sessionHash: Buffer;
  /** True if the account asks for more than the password. */
  readonly hasSecondFactor: boolean;
  /** The name of the session as its owner sees it. */
  readonly sessionId: string;
  /** The version of the terms of use that the user accepted last; null for none. */
  readonly acceptedTerms: string | null;
  /** The time at which the session's user last proved their identity, in Unix milliseconds. */
  readonly provedAtMs: number;
  /** The same without the sign-in; undefined if the sign-in was the last proof. */
  readonly provedAnewAtMs: number | undefined;
  /**
   * Set if a program calls with an API key. It grants only its scopes: the fields about sessions and roles then do not
   * apply.
   */
  readonly key?: KeyRights;
};

/** The rights of an API key, the addresses it works from and its expiry. */
export type KeyRights = {
  readonly scopes: readonly Scope[];
  allows(address: string): boolean;
  /** Unix time in milliseconds; `Infinity` if it does not expire. */
  readonly expiresAtMs: number;
};

/** The user, session and address that are recorded with a decision. */
export type Caller = { readonly actor: string; readonly sessionId: string; readonly address: string };

export const callerOf = (call: { identity: Identity; address: string }): Caller => ({
  actor: call.identity.userId,
  sessionId: call.identity.sessionId,
  address: call.address,
});

/**
 * Tells a call that waits whether the caller's session or API key has ended meanwhile. `mayHaveEnded` says what this process
 * has heard, and asks nobody; `hasEnded` asks the database.
 */
export type SessionWatch = { mayHaveEnded(): boolean; hasEnded(): Promise<boolean> };

/** The argument of every handler: validated input, the caller's identity and address. */
export type Call<E extends Endpoint> = {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  /** Undefined only on public calls. */
  readonly identity: E["audience"] extends "public" ? Identity | undefined : Identity;
  readonly session: SessionWatch;
  readonly address: string;
  /** True if the caller's country is blocked, or unknown although some are blocked. */
  readonly countryBlocked: boolean;
  readonly userAgent: string | undefined;
  /** The caller's language; undefined if they did not state one. */
  readonly language: Language | undefined;
  readonly idempotency: IdempotencyClaim | undefined;
  /** The token that this device got at an earlier sign-in. */
  readonly device: string | undefined;
  setSession(token: string, maxAgeSeconds: number): void;
  setDevice(token: string, maxAgeSeconds: number): void;
  clearSession(): void;
};

/** The caller's key, with a digest of the request. */
export type IdempotencyClaim = { readonly key: string; readonly requestHash: Buffer };

/** The stored answer of an earlier call. */
export type Replayed = { readonly replayed: string };

export function isReplayed(value: unknown): value is Replayed {
  return typeof value === "object" && value !== null && "replayed" in value;
}

/** A file that is sent line by line as it is made, and never held whole. */
export type Streamed<Part extends string | Uint8Array = string> = {
  readonly fileName: string;
  readonly lines: AsyncIterable<Part>;
  /** Called once the file is sent or its reader has left, even if no line was read. */
  end?(): void;
};

export function isStreamed(value: unknown): value is Streamed<string | Uint8Array> {
  return typeof value === "object" && value !== null && "lines" in value;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) =>
  | Promise<z.input<E["reply"]> | Refused | Replayed | Streamed<string | Uint8Array>>
  | z.input<E["reply"]>
  | Refused
  | Streamed<string | Uint8Array>;
