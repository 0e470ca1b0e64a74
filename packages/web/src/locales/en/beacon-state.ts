/** The notice to everybody while the beacon holds back prices. */
export const beaconState = {
  label: "Notice about the beacon",
  hold: "Waiting for the beacon’s next round. You can’t open a position yet.",
  late: "The public beacon is late, so nothing can be opened. Each open position will be settled at the price of its expiry.",
  lateOwn:
    "The beacon of this installation is late, so nothing can be opened. Each open position will be settled at the price of its expiry.",
  catch_up:
    "The beacon is back, and its missing rounds are coming in order. Each open position is settled at the price of its expiry. You can’t open a position until the price is up to date.",
};
