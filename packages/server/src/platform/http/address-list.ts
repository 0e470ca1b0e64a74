import { BlockList, isIP } from "node:net";

const SIZES = { 4: 32, 6: 128 } as const;
const familyOf = (version: number) => (version === 6 ? "ipv6" : "ipv4");

type Entry = { readonly address: string; readonly bits: number; readonly family: "ipv4" | "ipv6" };

/** Reads an address such as 203.0.113.7, or a network such as 2001:db8::/48. Returns undefined for anything else. */
function readEntry(text: string): Entry | undefined {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0 || address.includes("%")) return undefined;
  const size = SIZES[version as keyof typeof SIZES];
  if (bits === undefined) return { address, bits: size, family: familyOf(version) };
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > size) return undefined;
  return { address, bits: Number(bits), family: familyOf(version) };
}

export const isAddressOrNetwork = (text: string): boolean => readEntry(text) !== undefined;

/**
 * Returns a function that tells whether an address is in a list of addresses and networks. Every address is in an empty
 * list. An IPv4 address in the form of IPv6 counts as the same address.
 */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true;
  const list = new BlockList();
  for (const entry of entries) {
    const read = readEntry(entry);
    if (read !== undefined) list.addSubnet(read.address, read.bits, read.family);
  }
  return (address) => {
    const plain = address.split("%")[0]!;
    const version = isIP(plain);
    return version !== 0 && list.check(plain, familyOf(version));
  };
}
