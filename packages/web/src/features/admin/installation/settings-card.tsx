import { useQuery } from "@tanstack/react-query";
import type { Installation } from "@veritick/contract/schemas/settings.ts";
import { REGISTRATIONS } from "@veritick/contract/settings.ts";
import type { SettingName } from "@veritick/contract/settings.ts";
import { plainAmount } from "@veritick/domain/typed-amounts.ts";
import { AskDialog } from "../../../api/ask-dialog.tsx";
import { keyOf, queryClient } from "../../../api/query.ts";
import { typedAmount } from "../../../lib/amount.ts";
import { tellSettingsChanged } from "../../../lib/browser.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLanguage } from "../../../lib/preferences.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button, TextLink } from "../../../ui/button.tsx";
import { Card, Disclosure } from "../../../ui/card.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import {
  Badge,
  Caption,
  Code,
  Grid,
  Num,
  Quiet,
  Row,
  Skeleton,
  Stack,
  Strong,
} from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { adminCall, adminKeyOf, useProposals } from "../admin-queries.ts";
import { AUDIT } from "../audit/audit-entry.tsx";
import { auditAddress } from "../audit/filters.ts";
import { Rows } from "../lists/record-table.tsx";
import type { Cell, RecordTable } from "../lists/record-table.tsx";
import { useMay } from "../roles.tsx";
import { AMOUNTS, proposedSetting, shareIn, SHARES, useSettingText } from "../setting-text.ts";

type Setting = Installation["settings"][number];
type SettingOf = Setting & { readonly id: SettingName; readonly of: Installation };

/** The settings that administrators change while the server runs. */
export function SettingsCard({ installation }: { installation: Installation }) {
  const { settings: words } = useTextOf("admin").installation;
  const rows = installation.settings.map((setting) => ({
    item: { ...setting, id: setting.name, of: installation },
    isGone: false,
  }));
  return (
    <Card title={words.title}>
      <Quiet pretty>{words.intro}</Quiet>
      <Rows aria-label={words.title} table={SETTINGS_TABLE} rows={rows} />
    </Card>
  );
}

const SETTINGS_TABLE: RecordTable<SettingOf> = {
  columns: [
    { width: "minmax(0, 1fr)", Cell: Name },
    { width: "minmax(0, 1fr)", Cell: Value },
    { width: "auto", Cell: Actions, isEnd: true },
  ],
  from: "medium",
};

/** The settings sent and shown as decimals, which French writes with a comma. */
const DECIMALS = new Set<SettingName>([...SHARES, ...AMOUNTS]);

function Name({ item: { name, isChanged, of } }: Cell<SettingOf>) {
  const { settings: words } = useTextOf("admin").installation;
  return (
    <>
      <Row gap={2}>
        <span>{words.names[name].label}</span>
        {isChanged && <Badge tone="neutral">{words.changed}</Badge>}
      </Row>
      <TermsNow name={name} of={of} />
      <Awaiting name={name} />
    </>
  );
}

function Value({ item: { name, value } }: Cell<SettingOf>) {
  return (
    <Strong anywhere>
      <SettingValue name={name} value={value} />
    </Strong>
  );
}

function Actions({ item: setting, opened, setOpened }: Cell<SettingOf>) {
  const { settings: words } = useTextOf("admin").installation;
  const mayChange = useMay()("administrator");
  const { label } = words.names[setting.name];
  const close = () => setOpened(undefined);
  if (!mayChange) return null;
  return (
    <Grid gap={2} columns="repeat(2, auto)" from="large">
      {setting.isChanged && (
        <Button variant="quiet" aria-label={words.resetOf(label)} onClick={() => setOpened("reset")}>
          {words.reset}
        </Button>
      )}
      <Button variant="quiet" aria-label={words.changeOf(label)} onClick={() => setOpened("change")}>
        {words.change}
      </Button>
      {opened === "change" && <ChangeDialog setting={setting} onClose={close} />}
      {opened === "reset" && <ResetDialog setting={setting} onClose={close} />}
    </Grid>
  );
}

/** The value in force now. The terms of the next hours are already promised, so a new house edge or fee applies later. */
function TermsNow({ name, of }: { name: SettingName; of: Installation }) {
  const { settings: words } = useTextOf("admin").installation;
  const format = useFormat();
  const language = useLanguage();
  const { houseEdge, sellFee } = of.termsNow;
  const now = name === "HOUSE_EDGE" ? houseEdge : name === "SELL_FEE" ? sellFee : undefined;
  const set = of.settings.find((setting) => setting.name === name)?.value;
  if (now === undefined || String(now) === set) return null;
  return <Caption>{words.stillHolds(shareIn(language, now), format.moment(of.termsFrom))}</Caption>;
}

/** A change that awaits another administrator. */
function Awaiting({ name }: { name: SettingName }) {
  const { settings: words } = useTextOf("admin").installation;
  const textOf = useSettingText();
  const awaited = useProposals()
    .data?.flatMap(({ outcome, setting }) =>
      outcome === null && setting !== null ? proposedSetting(setting) : [],
    )
    .find((proposed) => proposed.name === name);
  if (awaited === undefined) return null;
  return (
    <Caption>{words.awaits(awaited.value === null ? words.reset : textOf(name, awaited.value))}</Caption>
  );
}

/** A setting's value in the user's language. */
function SettingValue({ name, value }: Pick<Setting, "name" | "value">) {
  const text = useSettingText()(name, value);
  const isFigure = value !== null && (DECIMALS.has(name) || name.startsWith("LIMIT_"));
  return isFigure ? <Num>{text}</Num> : text;
}

type DialogProps = { setting: SettingOf; onClose: () => void };

function ChangeDialog({ setting: { name, value, of }, onClose }: DialogProps) {
  const { settings: words } = useTextOf("admin").installation;
  const { label, hint } = words.names[name];
  const language = useLanguage();
  const isDecimal = DECIMALS.has(name);
  const shown = value ?? (AMOUNTS.has(name) ? "none" : "");
  const send = useSend(name, of);
  return (
    <AskDialog
      title={label}
      confirmLabel={words.save}
      isDanger={false}
      fields={[
        {
          name: "value",
          label: words.field,
          hint,
          initial: isDecimal ? typedAmount(shown, language) : shown,
          isLong: name === "HELP_LINKS" || name === "LEGAL_LINKS",
          ...(name === "REGISTRATION" && {
            options: REGISTRATIONS.map((each) => [each, words.registration[each]] as const),
          }),
          maxLength: 2_000,
          read: (typed) =>
            isDecimal || name.startsWith("LIMIT_")
              ? plainAmount(typed, language)
              : typed.trim().replaceAll("\n", " "),
          invalid: "",
        },
      ]}
      send={(typed) => send.call(typed.value)}
      failed={words.failed}
      onDone={send.tell}
      onClose={onClose}
    >
      <Caption>
        {words.variable} <code>{name}</code>
      </Caption>
    </AskDialog>
  );
}

function ResetDialog({ setting: { name, initial, of }, onClose }: DialogProps) {
  const { settings: words } = useTextOf("admin").installation;
  const { label } = words.names[name];
  const send = useSend(name, of);
  return (
    <AskDialog
      title={words.resetTitle(label)}
      confirmLabel={words.reset}
      isDanger={false}
      send={() => send.call(null)}
      failed={words.failed}
      onDone={send.tell}
      onClose={onClose}
    >
      <p>
        {words.resetText} <Strong>{<SettingValue name={name} value={initial} />}</Strong>
      </p>
    </AskDialog>
  );
}

/** Sends a change and reports the result: new terms apply later, and some changes await a second administrator. */
function useSend(name: SettingName, { termsFrom }: Installation) {
  const { settings: words } = useTextOf("admin").installation;
  const format = useFormat();
  return {
    call: (value: string | null) => adminCall("changeSetting", { body: { name, value } }),
    async tell({ awaiting }: { awaiting: unknown }) {
      if (awaiting !== null) notify({ title: words.proposed, body: words.proposedBody });
      else if (SHARES.has(name))
        notify({ title: words.saved, body: words.holdsFrom(format.moment(termsFrom)) });
      else notify({ title: words.saved });
      tellSettingsChanged();
      void queryClient.invalidateQueries({ queryKey: keyOf("settings") });
      await queryClient.invalidateQueries({ queryKey: ["api", "admin"] });
    },
  };
}

const NEWEST = 10;

/** The changes of settings with their authors, newest first. */
export function SettingChangesCard() {
  const { settings: words } = useTextOf("admin").installation;
  const selection = { action: "setting_changed" } as const;
  const found = useQuery({
    queryKey: [...adminKeyOf("listAudit"), { ...selection, limit: NEWEST }],
    queryFn: ({ signal }) => adminCall("listAudit", { query: { ...selection, limit: NEWEST }, signal }),
  });
  return (
    <Card
      title={words.changes}
      aside={
        found.data?.length === NEWEST && (
          <TextLink href={auditAddress(selection)}>{words.allChanges}</TextLink>
        )
      }
    >
      <Loaded query={found} loading={<Skeleton width="100%" height={44} />}>
        {(changes) =>
          changes.length === 0 ? (
            <Quiet>{words.noChanges}</Quiet>
          ) : (
            <Rows
              aria-label={words.changes}
              table={AUDIT}
              rows={changes.map((item) => ({ item, isGone: false }))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

/** The settings that only a restart changes, without possible secrets. */
export function FixedSettings({ fixed }: Pick<Installation, "fixed">) {
  const { settings: words } = useTextOf("admin").installation;
  return (
    <Card title={words.fixed}>
      <Stack gap={3}>
        <Quiet pretty>{words.fixedIntro}</Quiet>
        <Disclosure summary={words.fixedOpen(fixed.length)}>
          <Facts look="dense">
            {fixed.map(({ name, isSet, value }) => (
              <Fact key={name} name={<Code>{name}</Code>}>
                {value === null ? (
                  <Caption as="span">{isSet ? words.hidden : words.unset}</Caption>
                ) : (
                  <Code translate="no">{value}</Code>
                )}
              </Fact>
            ))}
          </Facts>
        </Disclosure>
      </Stack>
    </Card>
  );
}
