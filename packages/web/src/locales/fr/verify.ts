/** The page where anyone may check a position. */
export const verify = { title: "Vérifier" };
