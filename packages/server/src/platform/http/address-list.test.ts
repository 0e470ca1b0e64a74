import { expect, it } from "vitest";
import { addressList, isAddressOrNetwork } from "./address-list.ts";

it.each([
  ["203.0.113.7", ["203.0.113.7", "::ffff:203.0.113.7"], ["203.0.113.8", "2001:db8::1", "nonsense", ""]],
  ["203.0.113.0/24", ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9"], ["203.0.114.0"]],
  [
    "2001:db8::/48",
    ["2001:db8::1", "2001:DB8:0:ffff::9", "2001:db8::1%eth0"],
    ["2001:db8:1::1", "203.0.113.7"],
  ],
  ["0.0.0.0/0", ["198.51.100.1"], ["2001:db8::1"]],
])("%s holds %j and not %j", (entry, inside, outside) => {
  const holds = addressList([entry]);
  expect(inside.filter((address) => !holds(address))).toEqual([]);
  expect(outside.filter(holds)).toEqual([]);
});

it("contains every address if it is empty, and otherwise those of its entries", () => {
  expect(addressList([])("anything")).toBe(true);
  const holds = addressList(["203.0.113.7", "2001:db8::/32"]);
  expect([holds("203.0.113.7"), holds("2001:db8:9::1"), holds("203.0.113.9")]).toEqual([true, true, false]);
});

it("takes addresses and networks only", () => {
  const good = ["203.0.113.7", "203.0.113.0/24", "::1", "2001:db8::/48", "::/0"];
  const bad = [
    "",
    "localhost",
    "203.0.113",
    "203.0.113.7/33",
    "203.0.113.7/",
    "::1/129",
    "1.2.3.4/1/2",
    "fe80::1%eth0",
    "1.2.3.4/-1",
  ];
  expect(good.filter((text) => !isAddressOrNetwork(text))).toEqual([]);
  expect(bad.filter(isAddressOrNetwork)).toEqual([]);
});
