import type { Exposure } from "@veritick/contract/schemas/admin.ts";
import { useFormat } from "../../../lib/format.ts";
import { useAdminText } from "../../../locales/text.ts";
import { Card } from "../../../ui/card.tsx";
import { Num } from "../../../ui/num.tsx";
import styles from "./exposure-page.module.css";

/** What is open, by duration and in all. */
export function OpenCard({ exposure }: { exposure: Exposure }) {
  const { durations: words, results } = useAdminText().exposure;
  const format = useFormat();
  const rows = [
    ...exposure.byDuration.map(({ duration, multiplier, open }) => ({
      name: `${results.minutes(duration)} ${format.multiplier(multiplier)}`,
      open,
    })),
    { name: words.total, open: exposure.open },
  ];
  return (
    <Card title={words.title}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{words.duration}</th>
            <th scope="col">{words.positions}</th>
            <th scope="col">{words.stakes}</th>
            <th scope="col">{words.payout}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, open }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Num>{format.number(open.positions)}</Num>
              </td>
              <td>
                <Num>{format.money(open.stakes)}</Num>
              </td>
              <td>
                <Num>{format.money(open.payout)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
