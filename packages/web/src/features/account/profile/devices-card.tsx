import type { UseQueryResult } from "@tanstack/react-query";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import type { ReplyOf } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Quiet, Time } from "../../../ui/primitives.tsx";
import { SettingRow } from "../../../ui/setting-row.tsx";
import { canNotify, ownSubscription, subscribe, tellHere, tellNobodyHere } from "./push-device.ts";
import { SettingsCard } from "./settings-card.tsx";

type DevicesCardProps = { devices: UseQueryResult<ReplyOf<"listPushDevices">> };

const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf("listPushDevices") });

/** Lists the browsers that get notifications while no page is open, adds this one and removes any. */
export function DevicesCard({ devices }: DevicesCardProps) {
  const words = useTextOf("later").profile.devices;
  const tellFailure = useTellFailure();
  const [here, setHere] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);
  const { data, isError, refetch, dataUpdatedAt } = devices;

  useEffect(() => {
    void ownSubscription().then((own) => setHere(own?.endpoint));
  }, [dataUpdatedAt]);

  const add = useSubmit({
    async mutationFn(publicKey: string) {
      const isAllowed = (await Notification.requestPermission()) === "granted";
      setBlocked(!isAllowed);
      if (!isAllowed) return;
      await tellHere(await subscribe(publicKey));
      await refresh();
      notify({ title: words.added, body: words.addedBody });
    },
    onError: (error) => void tellFailure(error, words.addFailedBody, words.addFailed),
  });

  return (
    <SettingsCard
      title={words.title}
      text={words.text}
      query={{ data: data?.devices, isError, refetch }}
      row={(device) => <DeviceRow key={device.id} device={device} isHere={device.endpoint === here} />}
      actions={
        data &&
        canNotify() &&
        !data.devices.some(({ endpoint }) => endpoint === here) && (
          <Button
            variant="quiet"
            pending={add.isPending}
            pendingLabel={words.adding}
            onClick={() => add.mutate(data.publicKey)}
          >
            {words.add}
          </Button>
        )
      }
    >
      {!canNotify() && <Quiet pretty>{words.unsupported}</Quiet>}
      {isBlocked && (
        <Quiet pretty role="alert">
          {words.blocked}
        </Quiet>
      )}
    </SettingsCard>
  );
}

function DeviceRow({ device, isHere }: { device: PushDevice; isHere: boolean }) {
  const { profile, security } = useTextOf("later");
  const words = profile.devices;
  const format = useFormat();
  const tellFailure = useTellFailure();
  const name = describeAgent(device.userAgent, security);
  const remove = useSubmit({
    async mutationFn() {
      await call("removePushDevice", { params: { id: device.id } });
      if (isHere) await tellNobodyHere();
      notify({ title: words.removed });
    },
    onError: (error) => void tellFailure(error, words.removeFailed),
    // Another tab may have removed it.
    onSettled: refresh,
  });
  return (
    <SettingRow
      name={name}
      badge={isHere && <Badge tone="good">{words.here}</Badge>}
      notes={<Time dateTime={device.createdAt}>{words.since(format.moment(device.createdAt))}</Time>}
      action={
        <Button
          variant="quiet"
          aria-label={words.removeOf(name)}
          pending={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {words.remove}
        </Button>
      }
    />
  );
}
