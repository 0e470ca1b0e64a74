import type { ComponentProps, JSX, ReactNode } from "react";
import { ArrowDownIcon, ArrowUpIcon } from "./icons.tsx";
import type { TermName } from "./overlay/term.tsx";
import styles from "./primitives.module.css";

/** Joins the class names that apply. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}

type Tag = keyof JSX.IntrinsicElements;
type PrimitiveProps<T extends Tag> = { as?: T } & ComponentProps<T>;

/** Makes a component from one class of the style sheet. `as` replaces the usual element. */
function primitive<Usual extends Tag>(usual: Usual, name: string) {
  return function Primitive<T extends Tag = Usual>({ as, className, ...rest }: PrimitiveProps<T>) {
    const Element: string = as ?? usual;
    return <Element {...rest} className={classNames(styles[name], className)} />;
  };
}

function spaced<Usual extends Tag>(usual: Usual, name: string) {
  const Element = primitive<Tag>(usual, name);
  /** `gap` counts in the steps of the spacing grid: 4 is `--space-4`. */
  return function Spaced<T extends Tag = Usual>({ gap, ...rest }: PrimitiveProps<T> & { gap: Gap }) {
    return <Element {...({ as: usual, ...rest } as PrimitiveProps<Tag>)} data-gap={gap} />;
  };
}

function text<Usual extends Tag>(usual: Usual, name: string) {
  const Element = primitive<Tag>(usual, name);
  /** `pretty` breaks lines so that no word stands alone on the last one. */
  return function Text<T extends Tag = Usual>({ pretty, ...rest }: PrimitiveProps<T> & { pretty?: boolean }) {
    return <Element {...({ as: usual, ...rest } as PrimitiveProps<Tag>)} data-pretty={pretty || undefined} />;
  };
}

type Gap = 1 | 2 | 3 | 4 | 5 | 6;

/** Stacks its children. */
export const Stack = spaced("div", "stack");
/** Puts its children side by side and wraps them into as many lines as they need. */
export const Row = spaced("div", "row");

/** Secondary text. */
export const Quiet = text("p", "quiet");
/** Small secondary text: a hint, a time, the meaning of a figure. */
export const Caption = text("p", "caption");
/** The most important figure or words of their place. */
export const Strong = primitive("span", "strong");
/** The title of every page but the landing page. */
export const PageTitle = primitive("h1", "heading");
/** A text whose every character counts, as it is signed. */
export const ExactText = primitive("pre", "exact");
/** Text for assistive technology only. */
export const VisuallyHidden = primitive("span", "hidden");

type Tone = "quiet" | "caption" | "strong";
type Toned = { tone?: Tone | undefined };

/** A figure. Its digits all have the same width, so that a changing number moves nothing around it. */
export function Num({ tone, className, ...rest }: ComponentProps<"span"> & Toned) {
  return <span {...rest} className={classNames(styles["num"], tone && styles[tone], className)} />;
}

/** A time for people, with the exact instant for machines. A relative time ("2 hours ago") has the exact one in its tip. */
export function Time({
  tone,
  className,
  isRelative = false,
  ...rest
}: ComponentProps<"time"> & Toned & { isRelative?: boolean }) {
  const names = classNames(styles["num"], tone && styles[tone], className);
  return <time {...rest} data-exact={isRelative || undefined} className={names} />;
}

export type BadgeTone = "buy" | "sell" | "good" | "bad" | "neutral" | "warn";

type BadgeProps = {
  tone: BadgeTone;
  /** The term that explains it to a pointer that rests on it. */
  term?: TermName | undefined;
  children: ReactNode;
};

/** A short status in words. Buy and sell carry an arrow, so that colour is never the only sign. */
export function Badge({ tone, term, children }: BadgeProps) {
  return (
    <span className={classNames(styles["badge"], styles[tone])} data-term={term}>
      {tone === "buy" && <ArrowUpIcon size={12} />}
      {tone === "sell" && <ArrowDownIcon size={12} />}
      {children}
    </span>
  );
}

/** Turns while something is pending. Screen readers announce its label. Without one, the text beside it is enough. */
export function Spinner({ label, size = 18 }: { label?: string; size?: number }) {
  return (
    <span className={styles["spinner"]} role={label === undefined ? undefined : "status"}>
      <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label !== undefined && <span className={styles["label"]}>{label}</span>}
    </span>
  );
}

type Length = number | string;

/** Reserves the place of something that is loading. */
export function Skeleton({ width, height }: { width: Length; height: Length }) {
  return <span className={styles["skeleton"]} style={{ width, height }} aria-hidden="true" />;
}
