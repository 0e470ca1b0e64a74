// What other features may use of the price.
export { ChainBrokenError } from "./commitment-chain.ts";
export type { Genesis, PriceBook } from "./price-book.ts";
export { findTermsText } from "./promised-terms.ts";
export type { PromisedTerms, TermsRun } from "./promised-terms.ts";
export type { StoredEpoch } from "./price-store.ts";
export {
  findCurrentGenesis,
  findGenesisChain,
  getGenesisAt,
  listEpochs,
  lockGeneses,
} from "./price-store.ts";
export { findChain, listEndings, recordEnding } from "./price-endings.ts";
export type { EndReason } from "./price-endings.ts";
export { openEndingBook } from "./ending-book.ts";
export type { PriceFeed } from "./price-feed.ts";
export { openPriceFeed, pricePush } from "./price-feed.ts";
export { publishOnTime } from "./price-feed.ts";
export { priceRoutes } from "./routes.ts";
export { BeaconChangedError, isSecretKnown, PriceSecretLostError } from "./price-feed.ts";
