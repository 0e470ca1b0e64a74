/** Reads a metric of a server by its name. @throws if the server does not export it */
export async function readGauge(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text);
  if (value === null) throw new Error(`the metrics do not tell ${name}`);
  return Number(value[1]);
}

/** Reads the resident memory that a server reports, without PostgreSQL. */
export const residentBytes = (url: string): Promise<number> =>
  readGauge(url, "process_resident_memory_bytes");
