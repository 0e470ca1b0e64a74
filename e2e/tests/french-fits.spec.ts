import { expectFrench } from "../kit/french.ts";
import { expectNoViolations, expectRoomToTap, expectToFit } from "../kit/checks.ts";
import { prefer } from "../kit/people.ts";
import { test } from "../kit/safety.ts";
import { environment, walks } from "../kit/walks/walks.ts";
import { texts } from "../kit/words.ts";

const SMALLEST = { width: 320, height: 640 };
const PHONE = { width: 360, height: 740 };

test.use({ environment, viewport: PHONE, isMobile: true, hasTouch: true });

for (const [part, walk] of Object.entries(walks)) {
  test(`1, 2 French on a phone: no English word, nothing cut off, room for a thumb, nothing for axe: ${part}`, async ({
    app,
    page,
    expectFaults,
  }) => {
    test.slow();
    const look = (where: string) =>
      test.step(where, async () => {
        await expectFrench(page, where);
        await expectNoViolations(page, where);
        for (const phone of [SMALLEST, PHONE]) {
          await page.setViewportSize(phone);
          await expectToFit(page, `${where} at ${phone.width} px`);
          await expectRoomToTap(page, `${where} at ${phone.width} px`);
        }
      });
    await prefer(page.context(), { language: "fr", theme: "light" });
    await walk({ page, app, language: "fr", text: texts.fr, expectFaults, look });
  });
}
