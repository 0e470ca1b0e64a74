/** What a server says of itself under this name. */
export async function readGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text);
  if (value === null) throw new Error(`the metrics do not tell ${name}`);
  return Number(value[1]);
}

/** The memory that a server says it holds, without PostgreSQL. */
export const residentBytes = (url: string): Promise<number> =>
  readGauge(url, "process_resident_memory_bytes");
