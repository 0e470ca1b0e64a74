import { pathOf } from "../../lib/api.ts";
import { useLaterText } from "../../locales/text.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/icons.tsx";
import { selectionOf } from "./filters.ts";
import type { Filters } from "./filters.ts";

/** What the filters select, as a file. A plain link: the browser writes it to disk while the server sends it. */
export function CsvLink({ filters }: { filters: Filters }) {
  const { statement } = useLaterText();
  return (
    <a className={buttonClass("quiet")} href={csvAddress(filters)} download>
      <DownloadIcon size={18} />
      {statement.csv}
    </a>
  );
}

function csvAddress(filters: Filters): string {
  const query = String(new URLSearchParams(selectionOf(filters)));
  return query === "" ? pathOf("statementCsv") : `${pathOf("statementCsv")}?${query}`;
}
