/** What the words of the field mean, in one short sentence each. */
export const terms = {
  barrier: "The price that must be reached or passed in the last second for the position to win.",
  chance: "How often such a position wins, calculated from the way the price moves.",
  houseEdge: "The part of each stake that the platform keeps on average, over many positions.",
  multiplier: "A win pays the amount times this figure, and gives the amount back.",
  entry: "The price of the second in which the position was opened.",
  exit: "The price of the second in which the position was decided.",
  maxProfit: "What a win adds to your balance, beyond the amount you put in.",
  commitment:
    "A fingerprint of the coming prices, published before they are, so that they cannot be changed.",
  usdms: "The unit of your balance here: 1 USDMS is worth 1 US dollar.",
  trc20: "The kind of USDT that runs on the TRON network; its addresses begin with T.",
  fee: "What the platform keeps of a withdrawal.",
  net: "What arrives at your address, after the fee.",
  withdrawalCode: "5 digits that you choose once, in your profile, and that only you know.",
  pending: "It is created, and waiting for its next step.",
  confirming: "The payment was seen, and the network is confirming it.",
  confirmed: "The payment arrived, and the amount is on your balance.",
  processing: "It was approved, and the payment is on its way.",
  completed: "The payment was sent to your address.",
  failed: "It came to nothing, and your balance is as it was before.",
};
