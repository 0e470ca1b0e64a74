import css from "../ui/tokens.css?raw";
import { contrastOf, PAIRS } from "./contrast.ts";
import type { Pair } from "./contrast.ts";
import { BothThemes } from "./specimen.tsx";
import styles from "./tokens.module.css";
import { readTokens } from "./tokens.ts";
import type { Tokens } from "./tokens.ts";

const tokens = readTokens(css);
const isColour = (value: string) => value.startsWith("#");

/** The colours of each theme, then what stands on what and how well it can be read. */
export function ColourTokens() {
  return (
    <>
      <BothThemes>{(theme) => <Swatches theme={tokens[theme]} />}</BothThemes>
      <BothThemes>
        {(theme) => (
          <ul className={styles["pairs"]}>
            {PAIRS.map((pair) => (
              <PairView key={`${pair.front} ${pair.ground}`} pair={pair} theme={tokens[theme]} />
            ))}
          </ul>
        )}
      </BothThemes>
    </>
  );
}

function Swatches({ theme }: { theme: Tokens }) {
  const colours = [...theme].filter(([, value]) => isColour(value));
  return (
    <ul className={styles["swatches"]}>
      {colours.map(([name, value]) => (
        <li key={name}>
          <span className={styles["swatch"]} style={{ background: `var(--${name})` }} />
          <code className={styles["token"]}>{name}</code>
          <code className={styles["value"]}>{value}</code>
        </li>
      ))}
    </ul>
  );
}

function PairView({ pair, theme }: { pair: Pair; theme: Tokens }) {
  const { front, ground, least } = pair;
  const contrast = contrastOf(pair, theme);
  return (
    <li className={styles["pair"]} data-weak={contrast < least || undefined}>
      <span
        className={styles["sample"]}
        style={{ color: `var(--${front})`, background: `var(--${ground})` }}
        aria-hidden="true"
      >
        {least === 3 ? <span className={styles["dot"]} /> : "Ag 1.25"}
      </span>
      <code className={styles["token"]}>
        {front} on {ground}
      </code>
      <span className={styles["value"]}>
        {contrast.toFixed(2)} of {least}
      </span>
    </li>
  );
}
