import { PROOF_FORMAT } from "@veritick/domain/verify/liability-evidence.ts";
import { RECEIPT_FORMAT } from "@veritick/domain/verify/position-evidence.ts";

export type FileProblem = "too-large" | "not-json" | "not-receipt" | "liability-proof" | "unreadable";

/** Some hundred times what a receipt has. */
export const MOST_BYTES = 1_000_000;

/** A receipt file as it was opened: of any origin, and nothing in it is believed. */
export type OpenedFile = { readonly name: string; readonly content: Readonly<Record<string, unknown>> };

/** The receipt in a file, or why there is none to be had. */
export async function readReceiptFile(file: File): Promise<OpenedFile | FileProblem> {
  if (file.size > MOST_BYTES) return "too-large";
  let text: string;
  try {
    text = await file.text();
  } catch {
    return "unreadable";
  }
  const content = parseFile(text);
  return typeof content === "string" ? content : { name: file.name, content };
}

/** The same of its text. */
export function parseFile(text: string): OpenedFile["content"] | FileProblem {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return "not-json";
  }
  if (typeof content !== "object" || content === null || !("format" in content)) return "not-receipt";
  if (content.format === PROOF_FORMAT) return "liability-proof";
  return content.format === RECEIPT_FORMAT ? { ...content } : "not-receipt";
}
