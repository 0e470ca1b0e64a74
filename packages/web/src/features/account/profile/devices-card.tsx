import type { UseQueryResult } from "@tanstack/react-query";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/client.ts";
import type { ReplyOf } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useSubmit, useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Quiet, Time } from "../../../ui/primitives.tsx";
import { Loaded } from "../../../ui/states.tsx";
import { describeAgent } from "@veritick/contract/describe-agent.ts";
import { canNotify, ownSubscription, subscribe, tellHere, tellNobodyHere } from "./push-device.ts";
import styles from "../account-page.module.css";

type DevicesCardProps = { devices: UseQueryResult<ReplyOf<"listPushDevices">> };

const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf("listPushDevices") });

/** Lists the browsers that get notifications while no page is open, adds this one and removes any. */
export function DevicesCard({ devices }: DevicesCardProps) {
  const words = useTextOf("later").profile.devices;
  const tellFailure = useTellFailure();
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  const [here, setHere] = useState<string>();
  const [isBlocked, setBlocked] = useState(false);

  useEffect(() => {
    void ownSubscription().then((own) => setHere(own?.endpoint));
  }, [devices.dataUpdatedAt]);

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
    <Card title={words.title}>
      <div {...keptFocus} className={styles["content"]}>
        <Quiet pretty>{words.text}</Quiet>
        <Loaded query={devices}>
          {({ devices: list, publicKey }) => (
            <>
              {list.length > 0 && (
                <ul>
                  {list.map((device) => (
                    <DeviceRow key={device.id} device={device} isHere={device.endpoint === here} />
                  ))}
                </ul>
              )}
              {canNotify() && !list.some(({ endpoint }) => endpoint === here) && (
                <div className={styles["actions"]}>
                  <Button
                    variant="quiet"
                    pending={add.isPending}
                    pendingLabel={words.adding}
                    onClick={() => add.mutate(publicKey)}
                  >
                    {words.add}
                  </Button>
                </div>
              )}
            </>
          )}
        </Loaded>
        {!canNotify() && <Quiet pretty>{words.unsupported}</Quiet>}
        {isBlocked && (
          <Quiet pretty role="alert">
            {words.blocked}
          </Quiet>
        )}
      </div>
    </Card>
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
    <li className={styles["row"]}>
      <p className={styles["name"]}>
        <span>{name}</span>
        {isHere && <Badge tone="good">{words.here}</Badge>}
      </p>
      <p className={styles["notes"]}>
        <Time dateTime={device.createdAt}>{words.since(format.moment(device.createdAt))}</Time>
      </p>
      <Button
        variant="quiet"
        className={styles["action"]}
        aria-label={words.removeOf(name)}
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {words.remove}
      </Button>
    </li>
  );
}
