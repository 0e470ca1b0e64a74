import { useState } from "react";
import type { ReactNode } from "react";
import { Caption, Code, Grid, Row, Stack, Title } from "../ui/primitives.tsx";
import styles from "./design.module.css";

const THEMES = ["dark", "light"] as const;
export type SpecimenTheme = (typeof THEMES)[number];

/** What each state of a component looks like, by its name. */
type States = Readonly<Record<string, ReactNode>>;

export type Specimen = {
  title: string;
  /** The components of `ui/` in this specimen. A test checks that each of them is on the page. */
  of: readonly string[];
  note?: string;
  /** True if each state takes the whole width. */
  isWide?: boolean;
  /** The name of a landmark must contain the theme, so that no two names are the same. */
  states: States | ((theme: SpecimenTheme) => States);
};

export function SpecimenView({ specimen }: { specimen: Specimen }) {
  const { title, of, note, isWide = false, states } = specimen;
  return (
    <Stack as="article" gap={3}>
      <div>
        <Row gap={[0, 3]} align="baseline">
          <Title as="h3">{title}</Title>
          <Code>{of.join(", ")}</Code>
        </Row>
        {note !== undefined && <Caption measure>{note}</Caption>}
      </div>
      <BothThemes>
        {(theme) => (
          <Row gap={6} align="start">
            {Object.entries(typeof states === "function" ? states(theme) : states).map(([name, shown]) => (
              <div key={name} className={styles["state"]} data-wide={isWide || undefined}>
                <Caption>{name}</Caption>
                <div className={styles["shown"]}>{shown}</div>
              </div>
            ))}
          </Row>
        )}
      </BothThemes>
    </Stack>
  );
}

export function BothThemes({ children }: { children: (theme: SpecimenTheme) => ReactNode }) {
  return (
    <Grid gap={0} min={480} isFit className={styles["themes"]}>
      {THEMES.map((theme) => (
        <div key={theme} data-theme={theme} className={styles["theme"]}>
          {children(theme)}
        </div>
      ))}
    </Grid>
  );
}

type HeldProps<T> = { initial: T; children: (value: T, set: (value: T) => void) => ReactNode };

/** Holds the value of a specimen that people may change. */
export function Held<T>({ initial, children }: HeldProps<T>) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}
