import { pathOf } from "../../api/client.ts";
import { spreadsheetIn, useLanguage } from "../../lib/preferences.ts";
import { buttonClass } from "../../ui/button.tsx";
import { DownloadIcon } from "../../ui/more-icons.tsx";

type CsvLinkProps = {
  call: "statementCsv" | "positionsCsv" | "resultsCsv" | "yearSummaryCsv";
  query: Readonly<Record<string, string>>;
  size?: "small";
  children: string;
};

/** Downloads a file. A plain link lets the browser write the file while the server sends it. */
export function CsvLink({ call, query, size, children }: CsvLinkProps) {
  const spreadsheet = spreadsheetIn(useLanguage());
  const asked = String(new URLSearchParams({ ...query, ...(spreadsheet && { spreadsheet }) }));
  return (
    <a
      className={buttonClass("quiet", size)}
      href={`${pathOf(call)}${asked === "" ? "" : `?${asked}`}`}
      download
    >
      <DownloadIcon size={18} />
      {children}
    </a>
  );
}
