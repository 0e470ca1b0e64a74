import { exportOwnData } from "@veritick/contract/schemas/security.ts";
import { csvHead, csvLine } from "@veritick/domain/csv.ts";
import type { Spreadsheet } from "@veritick/domain/csv.ts";
import { strToU8, Zip, ZipDeflate } from "fflate";
import { recordOwnExport } from "../accounts/public.ts";
import type { AccountContext } from "../accounts/public.ts";
import { streamStatement } from "../ledger/public.ts";
import { dateOf } from "../platform/clock.ts";
import { momentSql } from "../platform/csv.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import type { Streamed } from "../platform/http/call.ts";
import { isRefused, refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { readReceipt } from "../positions/public.ts";
import { columnsOf, OWN_TABLES } from "./own-tables.ts";

const PAGE = 500;
const RETRY_SECONDS = 30;

const ABOUT = `This archive contains the data that we hold about you.

data/*.json         Every table with rows about you. Amounts are decimals in USDMS, times are UTC.
*.csv               Positions, deposits, withdrawals and every movement of your balance, for spreadsheets.
                    Amounts are in USDMS, but net_amount and pay_amount are in USDT.
receipts.jsonl      One receipt a line. Save a line as a file, and check it with
                    node veritick-verify.mjs --position FILE --url SITE

What is left out: secrets (passwords, codes, keys) and their hashes, the names of other people, internal notes and reasons of the
staff, results of payment screening, and what is public.

Cette archive contient les données que nous détenons sur vous.

data/*.json         Chaque table qui contient des lignes sur vous. Les montants sont en USDMS, les heures en UTC.
*.csv               Positions, dépôts, retraits et tous les mouvements de votre solde, pour un tableur.
                    Les montants sont en USDMS, sauf net_amount et pay_amount, en USDT.
receipts.jsonl      Un reçu par ligne. Enregistrez une ligne dans un fichier et vérifiez-la avec la commande ci-dessus.

N’y figurent pas : les secrets (mots de passe, codes, clés) et leurs empreintes, les noms d’autres personnes, les notes et motifs
internes de l’équipe, les résultats du filtrage des paiements et ce qui est public.
`;

/** Binds the download of all data stored about the caller. Each user can make one archive at a time. */
export function ownDataRoutes(bind: Bind, context: AccountContext): void {
  const busy = new Set<string>();
  bind(exportOwnData, async (call): Promise<Streamed<Uint8Array> | Refused> => {
    const { userId } = call.identity;
    if (busy.has(userId)) return refuse("statement_running", { retryAfterSeconds: RETRY_SECONDS });
    busy.add(userId);
    const end = () => void busy.delete(userId);
    const refused = await recordOwnExport(context, call).catch((error: unknown) => {
      end();
      throw error;
    });
    if (refused !== undefined) {
      end();
      return refused;
    }
    const at = dateOf(context.clock);
    return {
      fileName: `veritick-data-${at.toISOString().slice(0, 10)}.zip`,
      lines: zipped(ownFiles(context, userId, at, call.query.spreadsheet ?? "true"), at),
      end,
    };
  });
}

type ArchiveFile = { name: string; lines: AsyncIterable<string> };

async function* ownFiles(
  context: AccountContext,
  userId: string,
  at: Date,
  spreadsheet: Spreadsheet,
): AsyncGenerator<ArchiveFile> {
  const { database } = context;
  yield { name: "about.txt", lines: once(ABOUT) };
  for (const [table, { csv }] of Object.entries(OWN_TABLES)) {
    yield { name: `data/${table}.json`, lines: jsonLines(database, table, userId) };
    if (csv !== undefined) yield { name: csv, lines: csvLines(database, table, userId, spreadsheet) };
  }
  yield {
    name: "statement.csv",
    lines: (await streamStatement(context, { userId, spreadsheet }, at)).lines,
  };
  yield { name: "receipts.jsonl", lines: receiptLines(database, userId) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

type Cells = (string | null)[];

/** Reads the rows of a table about a user page by page, so that a slow reader keeps no transaction open. */
async function* readRows(
  database: Database,
  table: string,
  userId: string,
  spreadsheet?: Spreadsheet,
): AsyncGenerator<Cells[]> {
  const own = OWN_TABLES[table]!;
  const cells = columnsOf(own).map((name) =>
    /_(at|until|starts|ends)$/.test(name) ? momentSql(name, spreadsheet) : `${name}::text`,
  );
  let after: string | null = null;
  for (;;) {
    const found: { rows: { key: string; cells: Cells }[] } = await database.query(
      `select ${own.key}::text as key, array[${cells.join(", ")}]::text[] as cells from ${table} t
       where ${own.whose} and ($2::text is null or t.${own.key} > $2::text::${own.keyType ?? "uuid"})
       order by t.${own.key} limit ${PAGE}`,
      [userId, after],
    );
    yield found.rows.map((row) => row.cells);
    if (found.rows.length < PAGE) return;
    after = found.rows.at(-1)!.key;
  }
}

async function* jsonLines(database: Database, table: string, userId: string): AsyncGenerator<string> {
  const columns = columnsOf(OWN_TABLES[table]!);
  let before = "[\n";
  for await (const rows of readRows(database, table, userId)) {
    for (const cells of rows) {
      const row = Object.fromEntries(columns.map((name, index) => [name, cells[index]]));
      yield `${before}${JSON.stringify(row)}`;
      before = ",\n";
    }
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** Formats the rows for spreadsheets: times without letters, in columns whose names say UTC. */
async function* csvLines(
  database: Database,
  table: string,
  userId: string,
  spreadsheet: Spreadsheet,
): AsyncGenerator<string> {
  yield csvHead(columnsOf(OWN_TABLES[table]!), spreadsheet);
  for await (const rows of readRows(database, table, userId, spreadsheet))
    yield rows.map((row) => csvLine(row, spreadsheet)).join("");
}

async function* receiptLines(database: Database, userId: string): AsyncGenerator<string> {
  const idAt = columnsOf(OWN_TABLES["trading_positions"]!).indexOf("id");
  for await (const rows of readRows(database, "trading_positions", userId)) {
    for (const cells of rows) {
      const receipt = await readReceipt(database, userId, cells[idAt]!);
      // The month of the position may be archived while the file is made.
      if (!isRefused(receipt)) yield `${JSON.stringify(receipt)}\n`;
    }
  }
}

/** Packs files one after the other, as fast as the client reads them. */
async function* zipped(files: AsyncIterable<ArchiveFile>, at: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    made.push(chunk);
  });
  for await (const { name, lines } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const line of lines) {
      file.push(strToU8(line));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made.splice(0);
}
