import { useCurrentUser } from "../../api/current-user.ts";
import { useGet } from "../../api/query.ts";
import { useText, useTextOf } from "../../locales/text.ts";
import { PlainLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Stack } from "../../ui/primitives.tsx";
import { PublicPage } from "../verify/public-frame.ts";
import { FactList, Words } from "./docs-parts.tsx";

const WCAG = "2.2";
/** The first versions with `Promise.withResolvers` and the selector `:has`, which the web app uses. The build translates the rest. */
const LEAST = { chromium: "119", firefox: "121", safari: "17.4" };

/** The accessibility statement, and the browsers that can show this site. */
export function AccessibilityPage() {
  const { support } = useText().common;
  const { accessibility: text, back } = useTextOf("docs");
  const isVisitor = useCurrentUser() === undefined;
  const chat = useGet("settings").data?.supportChatUrl ?? null;
  const { aim, checks, limits, browsers, report } = text;
  return (
    <PublicPage
      back={{ href: "/", ...(isVisitor ? back.start : back.dashboard) }}
      title={text.title}
      lead={text.lead}
    >
      <Card title={aim.title}>
        <Words>{aim.text(WCAG)}</Words>
      </Card>
      <Facts {...checks} />
      <Facts {...limits} />
      <Facts
        title={browsers.title}
        text={browsers.text}
        facts={[
          browsers.chromium(LEAST.chromium),
          browsers.firefox(LEAST.firefox),
          browsers.safari(LEAST.safari),
        ]}
      />
      <Card title={report.title}>
        <Words>{chat === null ? report.withoutSupport : report.text}</Words>
        {chat !== null && (
          <PlainLink isAccent href={chat}>
            {support.label}
          </PlainLink>
        )}
      </Card>
    </PublicPage>
  );
}

const Facts = ({ title, text, facts }: { title: string; text: string; facts: readonly string[] }) => (
  <Card title={title}>
    <Stack gap={4}>
      <Words>{text}</Words>
      <FactList facts={facts} />
    </Stack>
  </Card>
);
