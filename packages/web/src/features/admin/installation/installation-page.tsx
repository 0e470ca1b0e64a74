import { useQuery } from "@tanstack/react-query";
import type { Installation } from "@veritick/contract/schemas/settings.ts";
import { useState } from "react";
import { Link } from "wouter";
import { useCurrentUser } from "../../../api/current-user.ts";
import type { Address } from "../../../lib/addresses.ts";
import { useTextOf } from "../../../locales/text.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CheckItem, CheckList } from "../../../ui/check-list.tsx";
import { Caption, Quiet, Row, Skeleton, Stack } from "../../../ui/primitives.tsx";
import { Banner, Loaded } from "../../../ui/states.tsx";
import { PasskeysCard, TwoStepCard, usePasskeys, useSecurity } from "../../account/public-security.ts";
import { AdminFrame } from "../admin-frame.tsx";
import { read } from "../admin-queries.ts";
import { FixedSettings, SettingChangesCard, SettingsCard } from "./settings-card.tsx";

/** The installation: its state, the gaps before real money, its settings, and an offer to set up a missing second factor. */
export function InstallationPage() {
  const { installation: words, invitations, webhooks } = useTextOf("admin");
  const found = useQuery(read("installation"));
  return (
    <AdminFrame
      title={found.data?.name ?? words.title}
      name={words.title}
      aside={found.data && <Caption>{words.version(found.data.version)}</Caption>}
    >
      <SecondFactorOffer />
      {found.data?.isCollationChanged === true && <Banner tone="warn">{words.collationChanged}</Banner>}
      <Card title={words.readiness.title}>
        <Loaded query={found} loading={<Skeleton width="100%" height={280} />}>
          {(installation) => <Readiness installation={installation} />}
        </Loaded>
      </Card>
      {found.data && (
        <>
          <SettingsCard installation={found.data} />
          <SettingChangesCard />
          <MoreCard words={invitations} href="/admin/invitations" />
          <MoreCard words={webhooks} href="/admin/webhooks" />
          <FixedSettings fixed={found.data.fixed} />
        </>
      )}
    </AdminFrame>
  );
}

type MoreCardProps = {
  words: { readonly title: string; readonly card: string; readonly open: string };
  href: Address;
};

/** Leads to a page that has no tab of its own. */
function MoreCard({ words, href }: MoreCardProps) {
  return (
    <Card title={words.title}>
      <Stack gap={4}>
        <Quiet pretty>{words.card}</Quiet>
        <Row gap={2}>
          <Link href={href} className={buttonClass("quiet")}>
            {words.open}
          </Link>
        </Row>
      </Stack>
    </Card>
  );
}

/**
 * Offers a second factor. With a password alone, one stolen password gives away the money. The cards then stay on the page,
 * because they show the recovery codes once the second factor exists.
 */
function SecondFactorOffer() {
  const { installation: words } = useTextOf("admin");
  const user = useCurrentUser();
  const security = useSecurity();
  const passkeys = usePasskeys();
  const isMissing = security.data?.twoStep === false && passkeys.data?.length === 0;
  const [isOffered, setOffered] = useState(isMissing);
  if (isMissing && !isOffered) setOffered(true);
  if (!user || !isOffered) return null;
  return (
    <>
      {isMissing && <Banner tone="warn">{words.secondFactor}</Banner>}
      <TwoStepCard email={user.email} security={security} />
      <PasskeysCard passkeys={passkeys} hasApp={security.data?.twoStep} email={user.email} />
    </>
  );
}

function Readiness({ installation: { sandbox, readiness } }: { installation: Installation }) {
  const { readiness: words } = useTextOf("admin").installation;
  return (
    <Stack gap={4}>
      <Quiet pretty>{sandbox ? words.sandbox : words.real}</Quiet>
      <CheckList label={words.title}>
        {readiness.map(({ name, isReady }) => (
          <CheckItem
            key={name}
            outcome={isReady ? "right" : "missing"}
            spoken={isReady ? words.set : words.missing}
            words={words.needs[name].what}
          >
            {!isReady && <Caption>{words.needs[name].how}</Caption>}
          </CheckItem>
        ))}
      </CheckList>
      <Caption>{words.where}</Caption>
    </Stack>
  );
}
