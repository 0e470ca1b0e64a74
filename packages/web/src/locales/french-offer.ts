/** Shown on English pages, to whoever rather reads French. */
export const offer = {
  label: "Langue",
  text: "Disponible en français.",
  accept: "Passer en français",
  close: "Garder l’anglais",
};
