import type { ReactNode } from "react";
import styles from "./design.module.css";

const THEMES = ["dark", "light"] as const;
export type SpecimenTheme = (typeof THEMES)[number];

export type Specimen = {
  title: string;
  /** The components of `ui/` in this specimen. A test checks that each of them is on the page. */
  of: readonly string[];
  note?: string;
  /** Draws the specimen. The name of a landmark must contain the theme, so that no two names are the same. */
  show: (theme: SpecimenTheme) => ReactNode;
};

export function SpecimenView({ specimen }: { specimen: Specimen }) {
  const { title, of, note, show } = specimen;
  return (
    <article className={styles["specimen"]}>
      <header className={styles["header"]}>
        <h3>{title}</h3>
        <code>{of.join(", ")}</code>
        {note !== undefined && <p>{note}</p>}
      </header>
      <BothThemes>{show}</BothThemes>
    </article>
  );
}

export function BothThemes({ children }: { children: (theme: SpecimenTheme) => ReactNode }) {
  return (
    <div className={styles["themes"]}>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className={styles["theme"]}>
          {children(theme)}
        </div>
      ))}
    </div>
  );
}

/** Shows one state of a component under its name. */
export function State({
  name,
  wide = false,
  children,
}: {
  name: string;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles["state"]} data-wide={wide || undefined}>
      <p className={styles["name"]}>{name}</p>
      <div className={styles["shown"]}>{children}</div>
    </div>
  );
}
