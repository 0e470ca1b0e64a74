/** What stands around every page of the administration. */
export const frame = {
  pages: "Pages of the administration",
  overview: "Overview",
  attention: "Attention",
  exposure: "Exposure",
  audit: "Audit",
  waiting: (count: number) => (count === 1 ? "1 waits" : `${count} wait`),
};
