import { useCurrentUser } from "../../lib/current-user.ts";
import { saveFile } from "../../lib/save-file.ts";
import { useFairnessText } from "../../locales/text.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { proofFileName } from "./proof-file.ts";
import type { ProofFile } from "./proof-file.ts";
import styles from "./proof-file-card.module.css";

const PROGRAM = "veritick-verify.mjs";

/** The proof as a file, and the command that checks it without this page: with what the reader knows, not with the file's. */
export function ProofFileCard({ file }: { file: ProofFile }) {
  const { file: text } = useFairnessText().liabilities;
  const email = useCurrentUser()?.email ?? "";
  const name = proofFileName(file.proof.statement.number);
  const known = `--email ${quoted(email)} --balance ${file.proof.leaf.balance}`;
  const command = `node ${PROGRAM} --liabilities ${name} ${known} --url ${location.origin}`;
  return (
    <div className={styles["place"]}>
      <h3 className={styles["title"]}>{text.title}</h3>
      <p className={styles["intro"]}>{text.intro}</p>
      <div className={styles["actions"]}>
        <Button variant="quiet" onClick={() => saveFile(name, `${JSON.stringify(file, undefined, 2)}\n`)}>
          <DownloadIcon size={18} />
          {text.download}
        </Button>
        <a href={`/${PROGRAM}`} download className={buttonClass("quiet")}>
          <DownloadIcon size={18} />
          {text.program}
        </a>
      </div>
      <p className={styles["intro"]}>{text.command}</p>
      <div className={styles["command"]}>
        <code translate="no">{command}</code>
        <CopyButton label={text.copy} value={command} />
      </div>
      <p className={styles["intro"]}>{text.secret}</p>
    </div>
  );
}

/** An e-mail may hold what a shell would take for something else. */
const quoted = (text: string) =>
  /^[\w.+@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
