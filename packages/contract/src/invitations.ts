/** The most people that one invitation lets register. */
export const MOST_USES = 1_000;
export const LONGEST_INVITATION_LABEL = 100;
/** The days after which an invitation may expire. */
export const INVITATION_DAYS = [1, 7, 30, 90] as const;
