import { describe, expect, it } from "vitest";
import { USDT_CONTRACT, ZERO_ADDRESS } from "./addresses.ts";
import { minor, parseMinor } from "./money.ts";
import { refusedTerms } from "./provider-answers.ts";
import type { PaymentTerms } from "./provider-answers.ts";

const WALLET = "TYTzm2BGQ5pANtNvTaWnZdcqoetR9bQH1a";
const asked = parseMinor("20");
const amount = (text: string) => parseMinor(text);
const fits: PaymentTerms = {
  payAddress: WALLET,
  payAmount: asked,
  priceAmount: asked,
  asset: "usdttrc20",
  isOurAsset: true,
  network: "trx",
};

describe("the terms of a new payment of 20", () => {
  it.each<[string, Partial<PaymentTerms>, string[]]>([
    ["as asked", {}, []],
    [
      "without price, asset and network",
      { priceAmount: undefined, asset: "", isOurAsset: false, network: undefined },
      [],
    ],
    ["with another name of the network", { network: " TRC20 " }, []],
    ["a tenth more", { payAmount: amount("22") }, []],
    ["a tenth less", { payAmount: amount("18") }, []],
    ["more than a tenth more", { payAmount: minor(amount("22") + 1n) }, ["pay_amount"]],
    ["more than a tenth less", { payAmount: minor(amount("18") - 1n) }, ["pay_amount"]],
    ["2000 to pay", { payAmount: amount("2000") }, ["pay_amount"]],
    ["nothing to pay", { payAmount: minor(0n) }, ["pay_amount"]],
    ["no amount to pay", { payAmount: undefined }, ["pay_amount"]],
    ["a price of 2000", { priceAmount: amount("2000") }, ["price_amount"]],
    ["a price that is off by the least", { priceAmount: minor(asked + 1n) }, ["price_amount"]],
    ["no address", { payAddress: undefined }, ["address"]],
    ["an address with a wrong checksum", { payAddress: WALLET.replace("a", "b") }, ["address"]],
    [
      "an address of another network",
      { payAddress: "0x52908400098527886E0F7030069857D2E4169EE7" },
      ["address"],
    ],
    ["the zero address", { payAddress: ZERO_ADDRESS }, ["address"]],
    ["the token's contract", { payAddress: USDT_CONTRACT }, ["address"]],
    ["another asset", { asset: "usdterc20", isOurAsset: false }, ["asset"]],
    ["another network", { network: "eth" }, ["network"]],
    [
      "several",
      { payAddress: "T", payAmount: amount("1"), network: "eth" },
      ["address", "pay_amount", "network"],
    ],
  ])("%s", (_what, changed, fields) => {
    expect(refusedTerms(asked, { ...fits, ...changed })).toEqual(fields);
  });
});
