/** What everybody may see, to check the platform; `fairness-routes.tsx` draws it. */
export const PUBLIC = /^\/(fairness|verify)(\/|$)/;
