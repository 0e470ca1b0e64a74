import type { UseQueryResult } from "@tanstack/react-query";
import type { PushDevice } from "@veritick/contract/schemas/notices.ts";
import { useEffect, useState } from "react";
import { call, errorText } from "../../../api/client.ts";
import type { ReplyOf } from "../../../api/client.ts";
import { keyOf, queryClient } from "../../../api/query.ts";
import { useTellFailure } from "../../../api/use-submit.ts";
import { useKeptFocus } from "../../../lib/focus.ts";
import { useFormat } from "../../../lib/format.ts";
import { useLaterText, useText } from "../../../locales/text.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { notify } from "../../../ui/overlay/notice-store.ts";
import { Badge, Quiet, Time } from "../../../ui/primitives.tsx";
import { LoadFailed } from "../../../ui/states.tsx";
import { describeAgent } from "./describe-agent.ts";
import { canNotify, ownSubscription, subscribe, tellHere, tellNobodyHere } from "./push-device.ts";
import styles from "../account-page.module.css";

type DevicesCardProps = { devices: UseQueryResult<ReplyOf<"listPushDevices">> };

const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf("listPushDevices") });

/** Lists the browsers that get notifications while no page is open, adds this one and removes any. */
export function DevicesCard({ devices }: DevicesCardProps) {
  const text = useText();
  const words = useLaterText().profile.devices;
  const tellFailure = useTellFailure();
  const keptFocus = useKeptFocus<HTMLDivElement>("button");
  const [here, setHere] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  const list = devices.data?.devices ?? [];
  const isOn = list.some(({ endpoint }) => endpoint === here);

  useEffect(() => {
    void ownSubscription().then((own) => setHere(own?.endpoint));
  }, [devices.dataUpdatedAt]);

  async function add(publicKey: string) {
    setAdding(true);
    try {
      const isAllowed = (await Notification.requestPermission()) === "granted";
      setBlocked(!isAllowed);
      if (!isAllowed) return;
      await tellHere(await subscribe(publicKey));
      await refresh();
      notify({ title: words.added, body: words.addedBody });
    } catch (error) {
      const body = errorText(error, text, words.addFailedBody);
      notify({ title: words.addFailed, body, tone: "destructive" });
    } finally {
      setAdding(false);
    }
  }

  async function remove(device: PushDevice) {
    try {
      await call("removePushDevice", { params: { id: device.id } });
      if (device.endpoint === here) await tellNobodyHere();
      notify({ title: words.removed });
    } catch (error) {
      tellFailure(error, words.removeFailed);
    }
    // Another tab may have removed it.
    await refresh();
  }

  return (
    <Card title={words.title}>
      <div {...keptFocus} className={styles["content"]}>
        <Quiet pretty>{words.text}</Quiet>
        {devices.data ? (
          list.length > 0 && (
            <ul>
              {list.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  isHere={device.endpoint === here}
                  onRemove={() => void remove(device)}
                />
              ))}
            </ul>
          )
        ) : (
          <LoadFailed onRetry={() => devices.refetch()} />
        )}
        {devices.data && canNotify() && !isOn && (
          <div className={styles["actions"]}>
            <Button
              variant="quiet"
              pending={isAdding}
              pendingLabel={words.adding}
              onClick={() => void add(devices.data.publicKey)}
            >
              {words.add}
            </Button>
          </div>
        )}
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

type DeviceRowProps = { device: PushDevice; isHere: boolean; onRemove: () => void };

function DeviceRow({ device, isHere, onRemove }: DeviceRowProps) {
  const { profile, security } = useLaterText();
  const words = profile.devices;
  const format = useFormat();
  const name = describeAgent(device.userAgent, security);
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
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </li>
  );
}
