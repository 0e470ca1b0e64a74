const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Writes bytes in base64 (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    for (const shift of [18, 12, 6, 0]) text += DIGITS[(bits >> shift) & 63]!;
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - padding) + "=".repeat(padding);
}

/** Reads base64; undefined for any text that `toBase64` does not write, so that no two texts stand for the same bytes. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const digits = text.replace(/=+$/, "");
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  for (let at = 0, bits = 0, kept = 0, written = 0; at < digits.length; at += 1) {
    bits = ((bits << 6) | DIGITS.indexOf(digits[at]!)) & 0xffff;
    kept += 6;
    if (kept < 8) continue;
    kept -= 8;
    bytes[written] = (bits >> kept) & 0xff;
    written += 1;
  }
  return toBase64(bytes) === text ? bytes : undefined;
}
