import { call, pathOf } from "../../../api/client.ts";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { useTellFailure } from "../../../api/use-submit.ts";
import { downloadFile } from "../../../lib/browser.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DownloadIcon } from "../../../ui/icons.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Quiet } from "../../../ui/primitives.tsx";
import { askForProof } from "../step-up/step-up.ts";
import styles from "../account-page.module.css";

/** The longest time until the browser begins the download. */
const MARGIN_MS = 2_000;

export function OwnDataButton() {
  const { ownData: words } = useTextOf("later").profile;
  const tellFailure = useTellFailure();
  const { price } = useLive();

  async function download() {
    try {
      const { provedUntil } = await call("getOwnStepUp");
      const isOld = provedUntil !== null && Date.parse(provedUntil) <= serverNowMs(price.get()) + MARGIN_MS;
      if (isOld) await askForProof();
    } catch (error) {
      void tellFailure(error as Error, words.failed);
      return;
    }
    downloadFile(pathOf("exportOwnData"), () =>
      notify({ title: words.failed, body: words.failedBody, tone: "destructive" }),
    );
    notify({ title: words.begun, body: words.begunBody });
  }

  return (
    <div className={styles["actions"]}>
      <Button variant="quiet" onClick={() => void download()}>
        <DownloadIcon size={18} />
        {words.download}
      </Button>
    </div>
  );
}

export function OwnDataCard() {
  const { ownData: words } = useTextOf("later").profile;
  return (
    <Card title={words.title}>
      <div className={styles["content"]}>
        <Quiet pretty>{words.text}</Quiet>
        <OwnDataButton />
      </div>
    </Card>
  );
}
