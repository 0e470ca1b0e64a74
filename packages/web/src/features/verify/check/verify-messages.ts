import type { Published } from "@veritick/domain/verify/position-evidence.ts";
import type { EpochCheck, EpochPath, EpochsInput } from "@veritick/domain/verify/verify-epochs.ts";
import type { PositionCheck } from "@veritick/domain/verify/verify-position.ts";

/** What the worker is asked to do. */
export type Task =
  | {
      readonly kind: "position";
      readonly file: unknown;
      readonly now: number;
      readonly published: Published | undefined;
    }
  | { readonly kind: "epochs"; readonly input: EpochsInput }
  | { readonly kind: "path"; readonly row: unknown; readonly genesis: unknown };

export type TimedCheck = PositionCheck & { readonly milliseconds: number };

export type Answers = {
  readonly position: TimedCheck;
  readonly epochs: readonly EpochCheck[];
  readonly path: EpochPath | undefined;
};

export type Request = { readonly id: number; readonly task: Task };

/** `checked` tells of one epoch of several, before the answer. */
export type Reply =
  | { readonly id: number; readonly kind: "checked"; readonly check: EpochCheck }
  | { readonly id: number; readonly kind: "answer"; readonly answer: Answers[Task["kind"]] }
  | { readonly id: number; readonly kind: "fault"; readonly message: string };
