import { useEffect } from "react";
import { useStore } from "../../../api/live/live.ts";
import { useTextOf } from "../../../locales/text.ts";
import { Check } from "../../../ui/form/choices.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Quiet, Stack } from "../../../ui/primitives.tsx";
import { actOn, isForTicket, keyAction, keyList, keySettings, setKeySettings } from "./keys.ts";
import styles from "./ticket-dock.module.css";

/** The keys of each action. The key that confirms has a name in each language. */
const PRESSED = {
  buy: ["B"],
  sell: ["S"],
  duration: ["1", "3", "5", "0"],
  more: ["\u2191", "+"],
  less: ["\u2193", "\u2212"],
  confirm: [],
  sale: ["X"],
  list: ["?"],
} as const;

/** Listens for the ticket's keys and shows the list of them, with its switches. The keys are off until switched on. */
export function TicketKeys() {
  const { keys: text } = useTextOf("later");
  const settings = useStore(keySettings, (value) => value);
  const isOpen = useStore(keyList, (value) => value);
  useEffect(() => {
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  return (
    <Dialog open={isOpen} onOpenChange={keyList.set} title={text.title}>
      <Stack gap={4}>
        <Check checked={settings.isOn} onChange={(isOn) => setKeySettings({ ...settings, isOn })}>
          {text.use}
        </Check>
        <table className={styles["keys"]}>
          <tbody>
            {Object.entries(PRESSED).map(([action, pressed]) => (
              <tr key={action}>
                <th scope="row">
                  {(pressed.length > 0 ? pressed : [text.enter]).map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </th>
                <td>{text[action as keyof typeof PRESSED]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <Quiet>{text.rest}</Quiet>
        <Check
          checked={settings.showsList}
          onChange={(showsList) => setKeySettings({ ...settings, showsList })}
        >
          {text.showsList}
        </Check>
      </Stack>
    </Dialog>
  );
}

function listen(event: KeyboardEvent): void {
  const action = keyAction(event);
  if (action === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const { isOn, showsList } = keySettings.get();
  const isMeant = action.type === "list" ? showsList : isOn;
  if (!isMeant || !(event.target instanceof Element) || !isForTicket(event.target, event.key)) return;
  event.preventDefault();
  if (!event.repeat || action.type === "step") actOn(action);
}
