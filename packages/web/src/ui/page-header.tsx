import type { ComponentProps, ReactNode } from "react";
import { switchLanguage, useText } from "../locales/text.ts";
import { ArrowLeftIcon, MoonIcon, SunIcon } from "./icons.tsx";
import { MARK } from "./logo-mark.ts";
import { LANGUAGES, setTheme, useLanguage, useTheme } from "../lib/preferences.ts";
import { IconButton } from "./button.tsx";
import { VisuallyHidden } from "./primitives.tsx";
import styles from "./page-header.module.css";

/**
 * The bar at the top of every page, which stays while the page scrolls. It begins with a link past it, visible to keyboard
 * users.
 */
export function PageHeader({ start, children }: { start: ReactNode; children?: ReactNode }) {
  const { common } = useText();
  return (
    <header data-screen-only className={styles["header"]}>
      <VisuallyHidden as="a" href="#content" className={styles["skip"]}>
        {common.skipToContent}
      </VisuallyHidden>
      <div className={styles["inner"]}>
        <div className={styles["start"]}>{start}</div>
        <div className={styles["end"]}>{children}</div>
      </div>
    </header>
  );
}

type BackLinkProps = Omit<ComponentProps<"a">, "aria-label"> & { label: string };

/** The link back at the start of a page's header. The router gives it its address. */
export function BackLink({ label, children, ...rest }: BackLinkProps) {
  return (
    <a {...rest} aria-label={label} className={styles["back"]}>
      <ArrowLeftIcon />
      <span>{children}</span>
    </a>
  );
}

const { barrier, price, touch } = MARK;

export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${MARK.size} ${MARK.size}`} fill="none" aria-hidden="true">
      <path d={barrier.path} strokeWidth={barrier.width} className={styles["barrier"]} />
      <path d={price.path} strokeWidth={price.width} className={styles["price"]} />
      <circle cx={touch.x} cy={touch.y} r={touch.radius} className={styles["touch"]} />
    </svg>
  );
}

export function Logo({ name }: { name: string }) {
  return (
    <span className={styles["logo"]}>
      <LogoMark />
      {name}
    </span>
  );
}

export function LanguageSwitch() {
  const text = useText();
  const current = useLanguage();
  return (
    <div role="group" aria-label={text.common.language} className={styles["switch"]}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-label={`${language.toUpperCase()}, ${text.common.languages[language]}`}
          data-tip={text.common.languages[language]}
          aria-pressed={language === current}
          className={styles["choice"]}
          onClick={() => void switchLanguage(language)}
        >
          {language.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

export function ThemeToggle() {
  const text = useText();
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <IconButton label={text.common.useTheme[other]} onClick={() => setTheme(other)}>
      {other === "light" ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
