import { useGet } from "../../../api/query.ts";
import { useLaterText } from "../../../locales/text.ts";
import { Banner } from "../../../ui/banner.tsx";
import styles from "./deposit-view.module.css";

/** Nobody may take the sandbox for a place to send money to. */
export function SandboxBanner() {
  const { sandbox } = useLaterText().payments;
  const { data: installation } = useGet("settings");
  const seconds = installation?.sandboxConfirmSeconds;
  return (
    <Banner tone="warn">
      <strong className={styles["title"]}>{sandbox.title}</strong>
      {sandbox.body} {seconds === undefined ? "" : sandbox.confirms(seconds)}
    </Banner>
  );
}
