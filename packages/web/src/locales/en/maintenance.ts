/** What everybody who is signed in reads while it lasts. */
export const maintenance = {
  label: "Notice of maintenance",
  title: "Maintenance is under way.",
  body: "No position can be opened. Open positions are settled as always.",
};
