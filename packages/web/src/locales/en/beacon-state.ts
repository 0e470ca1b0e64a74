/** The notice to everybody while the beacon holds back prices. */
export const beaconState = {
  label: "Notice about the beacon",
  hold: "Waiting for the beacon’s next round. You can’t open a position yet.",
  late: "The public beacon is late; nothing can be opened; open positions will be settled at their own second.",
  lateOwn:
    "The beacon of this installation is late; nothing can be opened; open positions will be settled at their own second.",
  catch_up:
    "The beacon is back, and its missing rounds are coming in order. Each open position is settled at its own second. You can’t open a position until the price is up to date.",
};
