import { useEffect, useId, useRef, useState } from "react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { Link } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";
import type { Address } from "../lib/addresses.ts";
import { Isolated } from "./boundary.tsx";
import { BackLink } from "./page-header.tsx";
import { Caption, classNames, Quiet, Stack } from "./primitives.tsx";
import styles from "./reading-page.module.css";

type ReadingPageProps = ComponentProps<"main"> & {
  /** For cards about one account. */
  isNarrow?: boolean;
};

/** The content of a page to read from top to bottom. */
export function ReadingPage({ isNarrow = false, className, ...rest }: ReadingPageProps) {
  const look = classNames(styles[isNarrow ? "narrow" : "page"], className);
  return <main {...rest} id="content" tabIndex={-1} className={look} />;
}

type PageHeadProps = {
  /** The link back: the name of its page, and the full text for screen readers. */
  back?: { href: Address; name: string; label: string } | undefined;
  title: ReactNode;
  lead?: ReactNode;
  /** Stands beside the title, or below it if there is no room. */
  aside?: ReactNode;
  children?: ReactNode;
  ref?: Ref<HTMLHeadingElement>;
};

/** The title of a page and the few words below it. */
export function PageHead({ back, title, lead, aside, children, ref }: PageHeadProps) {
  const heading = (
    <h1 ref={ref} className={styles["title"]}>
      {title}
    </h1>
  );
  return (
    <div className={styles["head"]}>
      {back && (
        <Link href={back.href} asChild>
          <BackLink label={back.label}>{back.name}</BackLink>
        </Link>
      )}
      {aside ? (
        <div className={styles["beside"]}>
          {heading}
          {aside}
        </div>
      ) : (
        heading
      )}
      {lead && <p className={styles["lead"]}>{lead}</p>}
      {children}
    </div>
  );
}

/** A list of headings, each of which opens what it names. */
export function Sections({ children }: { children: ReactNode }) {
  return (
    <div className={styles["sections"]}>
      <Isolated>{children}</Isolated>
    </div>
  );
}

type SectionProps = {
  /** The address `#id` opens the section. */
  id: string;
  /** The heading, what is inside in one short line, and the first words inside. */
  text: { readonly title: string; readonly hint: string; readonly lead?: string | undefined };
  /** A function is called only while the section is open: for content that loads data or changes often. */
  children: ReactNode | (() => ReactNode);
};

/** One of them: a named region of the page. A search in the page opens it where the browser can. */
export function Section({ id, text: { title, hint, lead }, children }: SectionProps) {
  const heading = useId();
  const place = useRef<HTMLDetailsElement>(null);
  const isNamed = useLocationProperty(() => location.hash) === `#${id}`;
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isNamed) return;
    place.current!.open = true;
    // A page that opens scrolls to its top first.
    const frame = requestAnimationFrame(() => place.current?.scrollIntoView());
    return () => cancelAnimationFrame(frame);
  }, [isNamed]);
  return (
    <section id={id} aria-labelledby={heading} className={styles["section"]}>
      <details ref={place} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={styles["summary"]}>
          <h2 id={heading}>{title}</h2>
          <Caption as="span">{hint}</Caption>
        </summary>
        <Stack gap={4} className={styles["opened"]}>
          {lead !== undefined && (
            <Quiet pretty measure>
              {lead}
            </Quiet>
          )}
          {typeof children === "function" ? isOpen && children() : children}
        </Stack>
      </details>
    </section>
  );
}
