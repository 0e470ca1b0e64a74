import { browserPractice } from "../../api/desk/practice.ts";
import { useLaterText } from "../../locales/text.ts";
import { Button } from "../../ui/button.tsx";
import { Banner } from "../../ui/states/banner.tsx";

/** Offers to begin practice anew where nothing is left, and says what that removes. */
export function PracticeTopUp({ isEmpty }: { isEmpty: boolean }) {
  const { practice } = useLaterText();
  if (!isEmpty) return null;
  return (
    <Banner
      tone="info"
      action={
        <Button variant="quiet" onClick={() => browserPractice().restart()}>
          {practice.restart}
        </Button>
      }
    >
      {practice.emptyBalance} {practice.restartAsk}
    </Banner>
  );
}
