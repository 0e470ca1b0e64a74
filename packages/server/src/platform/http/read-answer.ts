/** Reads the text of an answer. Returns undefined if it is longer than `mostBytes`. */
export async function readBounded(answer: Response, mostBytes: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Names the failure of a call. The whole error of fetch may quote its address or a header, which may hold a key. */
export function failureName(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause } = error;
  if (!(cause instanceof Error)) return error.name;
  // A proxy's refusal is one cause deeper.
  const [, status] =
    /^Proxy response \((\d+)\)/.exec((cause.cause as Error | undefined)?.message ?? "") ?? [];
  if (status !== undefined) return `proxy_status_${status}`;
  return "code" in cause ? String(cause.code) : error.name;
}
