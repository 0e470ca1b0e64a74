import { Link } from "wouter";
import { useFormat } from "../../lib/format.ts";
import { useGet } from "../../lib/query.ts";
import { useLaterText } from "../../locales/text.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./withdrawal-obstacles.module.css";

/** What would make the server refuse, said before anything is typed. */
export function WithdrawalObstacles({ hasCode, heldUntil }: { hasCode: boolean; heldUntil: string | null }) {
  const { withdrawal, sandbox } = useLaterText().payments;
  const format = useFormat();
  const installation = useGet("settings");
  return (
    <>
      {!hasCode && (
        <Banner tone="warn" live>
          {withdrawal.noCode}{" "}
          <Link href="/profile" className={styles["link"]}>
            {withdrawal.toProfile}
          </Link>
        </Banner>
      )}
      {heldUntil !== null && (
        <Banner tone="warn" live>
          {withdrawal.held(format.moment(heldUntil))}
        </Banner>
      )}
      {installation.data?.sandbox && <Banner tone="info">{sandbox.noPayout}</Banner>}
    </>
  );
}
