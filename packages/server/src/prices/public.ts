export { ChainBrokenError, lockGeneses } from "./commitment-chain.ts";
export type { Genesis, PriceBook } from "./price-book.ts";
export { findNewestTerms, getTermsText } from "./promised-terms.ts";
export type { PromisedTerms } from "./promised-terms.ts";
export type { StoredEpoch } from "./price-store.ts";
export {
  findCurrentGenesis,
  getGenesisAt,
  getGenesisChain,
  HeadServedLateError,
  listEpochs,
} from "./price-store.ts";
export { findChain, listEndings, openEndingBook, recordEnding } from "./price-endings.ts";
export type { EndReason } from "./price-endings.ts";
export type { Obstacle, PriceFeed } from "./price-feed.ts";
export {
  BeaconChangedError,
  isSecretKnown,
  OBSTACLES,
  openPriceFeed,
  PriceSecretLostError,
  publishOnTime,
  pushPrices,
} from "./price-feed.ts";
export { priceRoutes } from "./routes.ts";
