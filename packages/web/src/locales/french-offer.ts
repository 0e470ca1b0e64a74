/** Shown on English pages to people whose browser prefers French. */
export const offer = {
  label: "Langue",
  text: "Disponible en français.",
  accept: "Passer en français",
  close: "Garder l’anglais",
};
