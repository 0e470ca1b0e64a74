import type { Database } from "../src/platform/db/database.ts";

/** Tries are counted on purpose, also refused ones; prices go on by themselves. */
const CHANGES_BY_ITSELF = ["attempt_counters", "lockouts", "price_epochs", "price_geneses", "kept_values"];

/**
 * A fingerprint of every table that a call may change, whichever tables there are. What locks after too many tries says
 * so among the security events, which is no change either.
 */
export async function databaseState(database: Database): Promise<() => Promise<Record<string, string>>> {
  const { rows } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = current_schema() and table_type = 'BASE TABLE' and not table_name = any($1) order by 1`,
    [CHANGES_BY_ITSELF],
  );
  const fingerprints = rows.map(({ name }) => {
    const condition = name === "security_events" ? "where kind not like '%\\_locked'" : "";
    return `'${name}', (select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '')
                        from "${name}" t ${condition})`;
  });
  const text = `select json_build_object(${fingerprints.join(", ")}) as state`;
  return async () => {
    const answer = await database.query<{ state: Record<string, string> }>({ name: "database_state", text });
    return answer.rows[0]!.state;
  };
}
