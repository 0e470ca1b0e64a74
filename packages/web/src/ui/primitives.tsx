import type { ComponentProps, CSSProperties, JSX, ReactNode } from "react";
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

/** Steps of the spacing grid: 4 is `--space-4`. Two numbers are the gaps between rows and between columns. */
type Steps = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;
type Gap = Steps | readonly [rows: Steps, columns: Steps];

type Arranged = {
  gap: Gap;
  align?: "start" | "center" | "baseline" | "end";
  justify?: "between" | "center" | "end";
};

const spaceOf = (gap: Gap): string =>
  (typeof gap === "number" ? [gap] : gap)
    .map((step) => (step === 0 ? "0" : `var(--space-${step})`))
    .join(" ");

type ArrangedProps<T extends Tag> = PrimitiveProps<T> & Arranged & { nowrap?: boolean };

function arranged<Usual extends Tag>(usual: Usual, name: string) {
  return function Arranged<T extends Tag = Usual>(props: ArrangedProps<T>) {
    const { as, gap, align, justify, nowrap, style, className, ...rest } = props as ArrangedProps<Tag>;
    const Element: string = as ?? usual;
    const attributes: object = {
      ...rest,
      "data-align": align,
      "data-justify": justify,
      "data-nowrap": nowrap || undefined,
      style: { ...style, "--gap": spaceOf(gap) },
      className: classNames(styles[name], className),
    };
    return <Element {...attributes} />;
  };
}

/** Stacks its children. */
export const Stack = arranged("div", "stack");
/** Puts its children side by side and wraps them into as many lines as they need, unless `nowrap`. */
export const Row = arranged("div", "row");
const GridBox = arranged("div", "grid");

type GridProps<T extends Tag> = ArrangedProps<T> & {
  /** As many columns of at least so many pixels as fit. `isFit` stretches few children over the whole width. */
  min?: number;
  isFit?: boolean;
  /** The columns, as in CSS, instead of `min`. */
  columns?: string;
  /** The width of the window from which there are columns: 768 or 1024 px. Below it, there is one. */
  from?: "large" | "wide";
};

/** Puts its children into columns. */
export function Grid<T extends Tag = "div">({ min, isFit, columns, from, style, ...rest }: GridProps<T>) {
  const tracks = columns ?? `repeat(auto-${isFit ? "fit" : "fill"}, minmax(min(100%, ${min}px), 1fr))`;
  return (
    <GridBox
      {...(rest as ArrangedProps<Tag>)}
      data-from={from}
      style={{ ...style, "--columns": tracks } as CSSProperties}
    />
  );
}

type TextProps<T extends Tag> = PrimitiveProps<T> & {
  /** Leaves no word alone on the last line. */
  pretty?: boolean;
  /** Breaks a long word anywhere: an address, an id, an e-mail. */
  anywhere?: boolean;
  /** Lets the figures and times in it wrap. */
  loose?: boolean;
  /** Keeps lines short enough to read. */
  measure?: boolean;
};

function text<Usual extends Tag>(usual: Usual, name: string) {
  const Element = primitive<Tag>(usual, name);
  return function Text<T extends Tag = Usual>({ pretty, anywhere, loose, measure, ...rest }: TextProps<T>) {
    const how = classNames(
      pretty && "pretty",
      anywhere && "anywhere",
      loose && "loose",
      measure && "measure",
    );
    return <Element {...({ as: usual, ...rest } as PrimitiveProps<Tag>)} data-text={how || undefined} />;
  };
}

/** Plain text. */
export const Text = text("p", "text");
/** Secondary text. */
export const Quiet = text("p", "quiet");
/** Small secondary text: a hint, a time, the meaning of a figure. */
export const Caption = text("p", "caption");
/** The most important figure or words of their place. */
export const Strong = text("span", "strong");
/** Words that stand out a little: a name, a kind. */
export const Medium = text("span", "medium");
/** The first words of a page. */
export const Lead = text("p", "lead");
/** A title that is no heading, or a heading by `as`. */
export const Title = text("p", "title");
/** A large figure. */
export const Figure = text("p", "figure");
/** The unit beside a large figure. */
export const Unit = text("span", "unit");
/** An id, a hash or another text for machines. */
export const Code = primitive("span", "code");
/** Words that an administrator wrote, as they wrote them. */
export const Note = primitive("p", "note");
/** The title of every page but the landing page. */
export const PageTitle = primitive("h1", "heading");
/** A text whose every character counts, as it is signed. */
export const ExactText = primitive("pre", "exact");
/** Text for assistive technology only. */
export const VisuallyHidden = primitive("span", "hidden");
/** A surface set into a card. */
export const Panel = primitive("div", "panel");
/** A list with a line between its items. */
export const Lines = primitive("ul", "lines");

/** "mood": the colour of the nearest `data-mood` or `data-status`, and strong. */
type Tone = "quiet" | "caption" | "strong" | "mood";
type Toned = { tone?: Tone | undefined };

/**
 * A figure. Its digits all have the same width, so that a changing number moves nothing around it. A page translator leaves it
 * alone: it would write the figure of its own moment.
 */
export function Num({ tone, className, ...rest }: ComponentProps<"span"> & Toned) {
  return (
    <span translate="no" {...rest} className={classNames(styles["num"], tone && styles[tone], className)} />
  );
}

/** A time for people, with the exact instant for machines. A relative time ("2 hours ago") has the exact one in its tip. */
export function Time({
  tone,
  className,
  isRelative = false,
  ...rest
}: ComponentProps<"time"> & Toned & { isRelative?: boolean }) {
  const names = classNames(styles["num"], tone && styles[tone], className);
  return <time translate="no" {...rest} data-exact={isRelative || undefined} className={names} />;
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
