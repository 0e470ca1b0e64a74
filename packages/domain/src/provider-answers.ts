import { isPayableAddress } from "./addresses.ts";
import type { Minor } from "./money.ts";

/** What a provider says of a new payment. A field that it does not name is undefined. */
export type PaymentTerms = {
  readonly payAddress: string | undefined;
  /** The amount to pay, in 1e-8 USDT. */
  readonly payAmount: Minor | undefined;
  /** The price, in 1e-8 USD. */
  readonly priceAmount: Minor | undefined;
  /** The provider's name of the asset, or an empty text. */
  readonly asset: string;
  readonly isOurAsset: boolean;
  readonly network: string | undefined;
};

export type TermsField = "address" | "pay_amount" | "price_amount" | "asset" | "network";

/** The names of TRON at providers. */
const OUR_NETWORKS = ["trx", "tron", "trc20"];

/** The most by which the amount to pay may differ from the amount asked for: a tenth of it. Providers add fees or rates. */
const TOLERATED_PART = 10n;

/**
 * Returns the fields in which a provider's answer differs from what was asked, or cannot be shown: people must not pay to
 * such an address, nor such an amount. The address and the amount to pay must be there; the others may be missing.
 *
 * @param amount the amount of the deposit, in 1e-8 USDMS
 */
export function refusedTerms(amount: Minor, terms: PaymentTerms): TermsField[] {
  const { payAddress, payAmount, priceAmount, asset, isOurAsset, network } = terms;
  const differs: Readonly<Record<TermsField, boolean>> = {
    address: payAddress === undefined || !isPayableAddress(payAddress),
    pay_amount: payAmount === undefined || distance(payAmount, amount) * TOLERATED_PART > amount,
    price_amount: priceAmount !== undefined && priceAmount !== amount,
    asset: asset !== "" && !isOurAsset,
    network: network !== undefined && !OUR_NETWORKS.includes(network.trim().toLowerCase()),
  };
  return (Object.keys(differs) as TermsField[]).filter((field) => differs[field]);
}

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

/**
 * Returns the fields in which a later answer differs from what was asked for and given out. It may leave out what it said
 * before. Whether its asset is ours is a question of its own.
 *
 * @param asked the amount of the deposit, and the address that the person was shown, if any was
 */
export function changedTerms(
  { amount, payAddress: given }: { readonly amount: Minor; readonly payAddress: string | undefined },
  terms: PaymentTerms,
): TermsField[] {
  const { payAddress = given, payAmount = amount, isOurAsset } = terms;
  const isOther = payAddress !== undefined && given !== undefined && payAddress !== given;
  const said = { ...terms, payAddress, payAmount: isOurAsset ? payAmount : amount, asset: "" };
  return refusedTerms(amount, said)
    .filter((field) => field !== "address" || (payAddress !== undefined && !isOther))
    .concat(isOther ? ["address"] : []);
}
