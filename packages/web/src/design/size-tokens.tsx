import type { CSSProperties, ReactNode } from "react";
import css from "../ui/tokens.css?raw";
import { readTokens } from "./tokens.ts";
import styles from "./tokens.module.css";

const { shared } = readTokens(css);

type Scale = { title: string; names: RegExp; sample: (name: string) => ReactNode };

const bar = (style: CSSProperties) => <span className={styles["bar"]} style={style} />;

const SCALES: readonly Scale[] = [
  {
    title: "Type",
    names: /^size-/,
    sample: (name) => <span style={{ fontSize: `var(--${name})`, lineHeight: 1.1 }}>152.790</span>,
  },
  {
    title: "Weights",
    names: /^weight-/,
    sample: (name) => <span style={{ fontWeight: `var(--${name})` }}>The price at expiry</span>,
  },
  { title: "Space", names: /^space-/, sample: (name) => bar({ width: `var(--${name})` }) },
  {
    title: "Corners",
    names: /^radius/,
    sample: (name) => <span className={styles["corner"]} style={{ borderRadius: `var(--${name})` }} />,
  },
  {
    title: "Motion (under the pointer)",
    names: /^(fast|slow)$/,
    sample: (name) => (
      <span className={styles["track"]}>
        {bar({ width: "25%", transition: `transform var(--${name}) var(--ease)` })}
      </span>
    ),
  },
  { title: "Measures", names: /^(touch|header-height)$/, sample: (name) => bar({ width: `var(--${name})` }) },
  { title: "Layers", names: /^layer-/, sample: () => null },
  { title: "Others", names: /^(font|ease|page-width|floating-room)$/, sample: () => null },
];

/** Every token that both themes share; one that belongs to no scale stands under "Not shown". */
export function SizeTokens() {
  const rest = [...shared.keys()].filter((name) => !SCALES.some(({ names }) => names.test(name)));
  return (
    <div className={styles["scales"]}>
      {SCALES.map(({ title, names, sample }) => (
        <ScaleView key={title} title={title} tokens={[...shared.keys()].filter((name) => names.test(name))}>
          {sample}
        </ScaleView>
      ))}
      {rest.length > 0 && (
        <ScaleView title="Not shown" tokens={rest}>
          {() => null}
        </ScaleView>
      )}
    </div>
  );
}

type ScaleViewProps = { title: string; tokens: readonly string[]; children: (name: string) => ReactNode };

function ScaleView({ title, tokens, children }: ScaleViewProps) {
  return (
    <div className={styles["scale"]}>
      <h3 className={styles["scaleTitle"]}>{title}</h3>
      <ul>
        {tokens.map((name) => (
          <li key={name} className={styles["step"]}>
            <code className={styles["token"]}>{name}</code>
            <code className={styles["value"]}>{shared.get(name)}</code>
            <span className={styles["shown"]}>{children(name)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
