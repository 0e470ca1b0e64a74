/** The notice to everybody while the beacon holds back prices. */
export const beaconState = {
  label: "Notice about the price",
  hold: "Waiting for the next round of the randomness beacon. You can’t open a position yet.",
  late: "The price is delayed because the public randomness beacon is late. You can’t open a position for now. Each open position will be settled at the price of its expiry.",
  lateOwn:
    "The price is delayed because this site’s own randomness beacon is late. You can’t open a position for now. Each open position will be settled at the price of its expiry.",
  catch_up:
    "The randomness beacon is back, and its missing rounds are arriving in order. Each open position is settled at the price of its expiry. You can’t open a position until the price is up to date.",
};
