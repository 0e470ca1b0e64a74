/** Terms to accept, and blocked countries. */
export const legal = {
  terms: {
    first: "Accept our terms of use",
    again: "Our terms of use have changed",
    until:
      "Until you accept, you cannot open positions or deposit. You can still sell back, withdraw and close your account.",
    accept: "Accept",
    later: "Not now",
    failed: "Your acceptance could not be saved",
  },
  blocked: { rest: "You can still sell back, withdraw and close your account." },
};
