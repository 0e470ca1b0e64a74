export const honesty = {
  title: "Promised and real",
  lead: "How often positions have really won, of all that were ever settled here, beside the chance they were sold with.",
  shared:
    "Positions that run at the same time share one price and win or lose together. So the grey range counts whole hours, and is wider than if each stood alone.",
  settled: (count: string, won: string) => `${count} settled, ${won} won`,
  none: "None settled yet",
  promised: "Promised",
  realised: "Real",
  band: (from: string, to: string) => `In 99 of 100 cases luck alone leaves it between ${from} and ${to}.`,
  within: "Within that range",
  outside: "Outside that range",
  tooFew: (hours: string) => `Too few hours yet (${hours}) to say how far luck alone may carry it.`,
  plot: (promised: string, realised: string) => `Promised ${promised}, real ${realised}`,
  asOf: (clock: string) => `As of ${clock}`,
};

export const alone = {
  title: "Check without us",
  body: "These pages compute everything in your browser, but the pages come from us. This one file does it without them: it shares no line with the platform, needs nothing but Node.js, and can be read from top to bottom.",
  download: "Download the program",
  commands: "Then, where you saved it:",
  of: {
    epoch: "The hour that ended last: seed, prices, what follows",
    chain: "All commitments since the beginning, up to the head",
    position: "A receipt that you downloaded, even without a network",
    liabilities: "A proof of your balance that you downloaded, with your e-mail",
  },
  copyCommand: "Copy this command",
  raw: "The raw data",
  rawLinks: {
    fairness: "Rules and commitments (JSON)",
    epochs: "Seeds of the last day (JSON)",
    prices: "Prices of the last ten minutes (JSON)",
    statistics: "Honesty statistics (JSON)",
  },
};

export const watch = {
  label: "Commitments",
  swapped: "The published commitments are no longer those that this browser has seen.",
  swappedHint:
    "Someone has changed what was promised, or this site is not the one it was. Do not open positions before this is explained. Keep both codes: they are evidence.",
  restarted: "The price was started anew.",
  restartedHint:
    "The secret behind it was lost or had to be replaced, so positions that were open have been refunded. The new list of commitments leads on from the one that this browser has seen.",
  unproven:
    "The price was started anew, and this browser cannot tell whether the new commitments lead on from those it has seen.",
  unprovenHint:
    "That happens when more had been committed to since your last visit. Compare the earlier code with somebody who was here later, or ask the support.",
  behind: "The published commitments reach less far than those that this browser has seen.",
  behindHint:
    "Something that was promised is not shown any more, or this server shows an old state. Do not open positions before this is explained. Keep both codes: they are evidence.",
  stalled:
    "The published commitments could not be compared with those that this browser has seen for over an hour.",
  stalledHint:
    "What lies between them was not to be had. Ask the support, and compare the earlier code with somebody who has been here meanwhile.",
  seen: (epoch: number) => `Seen earlier, after hour ${epoch}`,
  now: (epoch: number) => `Published now, after hour ${epoch}`,
  acknowledge: "I have noted this",
  details: "How it can be checked",
};
