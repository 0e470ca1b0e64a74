import { useTextOf } from "../../locales/text.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Code, ExactText, Grid, Text } from "../../ui/primitives.tsx";
import styles from "./docs-page.module.css";

/** The same files that the tests run. */
const FOLDER = "../../../../client/examples";
const PROGRAMS = import.meta.glob<string>("../../../../client/examples/*", {
  query: "?raw",
  import: "default",
  eager: true,
});
export const programOf = (file: string): string => PROGRAMS[`${FOLDER}/${file}`]!.trim();

/** Text with names between backticks, which are the same in every language. */
export const Rich = ({ children }: { children: string }) => (
  <>
    {children.split("`").map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        <Code as="code" key={index} translate="no">
          {part}
        </Code>
      ),
    )}
  </>
);

export function Program({ name, children }: { name: string; children: string }) {
  const { copy } = useTextOf("docs");
  return (
    <Grid gap={3} columns="minmax(0, 1fr) auto" align="start">
      <ExactText translate="no">{children}</ExactText>
      <CopyButton label={copy(name)} value={children} />
    </Grid>
  );
}

export const Words = ({ children }: { children: string }) => (
  <Text pretty measure>
    <Rich>{children}</Rich>
  </Text>
);

export const FactList = ({ facts }: { facts: readonly string[] }) => (
  <ul className={styles["facts"]}>
    {facts.map((fact) => (
      <li key={fact}>
        <Rich>{fact}</Rich>
      </li>
    ))}
  </ul>
);

/** Things to do one after the other. */
export const StepList = ({ steps }: { steps: readonly string[] }) => (
  <ol className={styles["steps"]}>
    {steps.map((step) => (
      <li key={step}>
        <Rich>{step}</Rich>
      </li>
    ))}
  </ol>
);

type TableProps = { name: string; head: readonly string[]; rows: readonly (readonly string[])[] };

export function Table({ name, head, rows }: TableProps) {
  return (
    <table className={styles["table"]} aria-label={name}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = "", ...rest]) => (
          <tr key={first}>
            <th scope="row">
              <Rich>{first}</Rich>
            </th>
            {rest.map((cell, column) => (
              <td key={column}>
                <Rich>{cell}</Rich>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const inCode = (text: string): string => `\`${text}\``;
