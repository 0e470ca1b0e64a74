/** What stands around every page of the administration. */
export const frame = {
  pages: "Pages of the administration",
  overview: "Overview",
  attention: "Attention",
  exposure: "Exposure",
  audit: "Audit",
  discard: {
    title: "Discard what you typed?",
    body: "It would have to be typed again.",
    keep: "Keep editing",
    confirm: "Discard",
  },
  waiting: (count: number) => (count === 1 ? "1 waits" : `${count} wait`),
};
