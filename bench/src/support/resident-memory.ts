/** The memory that a server says it holds, without PostgreSQL. */
export async function residentBytes(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = /^process_resident_memory_bytes (\S+)$/m.exec(text);
  if (value === null) throw new Error("the metrics do not tell the memory");
  return Number(value[1]);
}
