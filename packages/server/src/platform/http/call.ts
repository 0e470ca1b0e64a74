import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { Language } from "@veritick/contract/errors.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type * as z from "zod/mini";
import type { Refused } from "../refusal.ts";

/** Who is signed in, as every call needs it. */
export type Identity = {
  readonly userId: string;
  /** Whether they may open the administration. */
  readonly isAdmin: boolean;
  /** What they may do there; null for nothing. */
  readonly role: Role | null;
  readonly sessionHash: Buffer;
  /** True where the account asks for more than the password. */
  readonly hasSecondFactor: boolean;
  /** Names the session to its owner. */
  readonly sessionId: string;
  /** When whoever uses the session last proved who they are, in Unix milliseconds. */
  readonly provedAtMs: number;
  /** The same without the sign-in; undefined where that was the last proof. */
  readonly provedAnewAtMs: number | undefined;
  /** Set where a program calls with an API key: nothing but this, and nothing about sessions, is true of it. */
  readonly key?: KeyRights;
};

/** What an API key may do, from where and until when. */
export type KeyRights = {
  readonly scopes: readonly Scope[];
  allows(address: string): boolean;
  /** Unix time in milliseconds; `Infinity` where it does not expire. */
  readonly expiresAtMs: number;
};

/** Who did something, from which session and where: what is kept with a decision. */
export type Caller = { readonly actor: string; readonly sessionId: string; readonly address: string };

export const callerOf = (call: { identity: Identity; address: string }): Caller => ({
  actor: call.identity.userId,
  sessionId: call.identity.sessionId,
  address: call.address,
});

/** What a handler gets: checked input, and who asks from where. */
export type Call<E extends Endpoint> = {
  readonly params: z.output<E["params"]>;
  readonly query: z.output<E["query"]>;
  readonly body: z.output<E["body"]>;
  /** Undefined only on public calls. */
  readonly identity: E["audience"] extends "public" ? Identity | undefined : Identity;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What the caller reads; undefined where they did not say. */
  readonly language: Language | undefined;
  readonly idempotency: IdempotencyClaim | undefined;
  /** The token that this device was given at an earlier sign-in. */
  readonly device: string | undefined;
  setSession(token: string, maxAgeSeconds: number): void;
  setDevice(token: string, maxAgeSeconds: number): void;
  clearSession(): void;
};

/** The key a caller sent, with a digest of what it was sent for. */
export type IdempotencyClaim = { readonly key: string; readonly requestHash: Buffer };

/** An answer that was given before and is given again. */
export type Replayed = { readonly replayed: string };

export function isReplayed(value: unknown): value is Replayed {
  return typeof value === "object" && value !== null && "replayed" in value;
}

/** A file that is sent as it is made, line by line, never held whole. */
export type Streamed<Part extends string | Uint8Array = string> = {
  readonly fileName: string;
  readonly lines: AsyncIterable<Part>;
  /** Called once the file is sent or its reader has gone, also where no line was asked for. */
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
