import type { Closing } from "@veritick/contract/schemas/closing.ts";
import { Link } from "wouter";
import { call, pathOf } from "../../../api/client.ts";
import { serverNowMs, useLive } from "../../../api/live/live.ts";
import { keyOf, queryClient, useGet } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { downloadFile } from "../../../lib/files.ts";
import { useFormat } from "../../../lib/format.ts";
import { chosenLanguage, spreadsheetIn } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Actions, Button, buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { DownloadIcon } from "../../../ui/more-icons.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Quiet } from "../../../ui/primitives.tsx";
import { Banner } from "../../../ui/states.tsx";
import { askForProof } from "../step-up/step-up.ts";

/** The longest time until the browser begins the download. */
const MARGIN_MS = 2_000;

/** The button that downloads everything kept about the user, below its explanation. */
export function OwnData({ text }: { text: string }) {
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
    downloadFile(`${pathOf("exportOwnData")}?spreadsheet=${spreadsheetIn(chosenLanguage()) ?? "true"}`, () =>
      notify({ title: words.failed, body: words.failedBody, tone: "destructive" }),
    );
    notify({ title: words.begun, body: words.begunBody });
  }

  return (
    <>
      <Quiet pretty>{text}</Quiet>
      <Actions>
        <Button variant="quiet" onClick={() => void download()}>
          <DownloadIcon size={18} />
          {words.download}
        </Button>
      </Actions>
    </>
  );
}

/** The last cards of the profile: a copy of one's data, and closing the account. */
export function DataCards() {
  const { profile, closing } = useTextOf("later");
  return (
    <>
      <Card title={profile.ownData.title}>
        <OwnData text={profile.ownData.text} />
      </Card>
      <Card title={closing.card.title}>
        <Quiet pretty>{closing.card.text}</Quiet>
        <Actions>
          <Link href="/profile/close" className={buttonClass("quiet")}>
            {closing.card.link}
          </Link>
        </Actions>
      </Card>
    </>
  );
}

/** Says when the account closes, with the button that stops it. */
export function ScheduledClosing({ at, waived }: NonNullable<Closing["scheduled"]>) {
  const { scheduled: words } = useTextOf("later").closing;
  const format = useFormat();
  const tellFailure = useTellFailure();
  const stop = useSubmit({
    mutationFn: () => call("stopClosing"),
    onSuccess: () => notify({ title: words.stopped, body: words.stoppedBody }),
    onError: (error) => void tellFailure(error, words.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf("getClosing") }),
  });
  return (
    <Banner
      tone="warn"
      action={
        <Button variant="quiet" pending={stop.isPending} onClick={() => stop.mutate()}>
          {words.stop}
        </Button>
      }
    >
      {words.until(format.moment(at), format.exactAmount(waived))}
    </Banner>
  );
}

/** The same in the profile. Empty without a scheduled closing. */
export function ScheduledClosingNotice() {
  const scheduled = useGet("getClosing").data?.scheduled;
  return scheduled ? <ScheduledClosing {...scheduled} /> : null;
}
