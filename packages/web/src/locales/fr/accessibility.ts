import type { accessibility as english } from "../en/accessibility.ts";

export const accessibility: typeof english = {
  title: "Accessibilité et navigateurs",
  lead: "Tout le monde doit pouvoir utiliser ce site : au clavier, avec un lecteur d’écran, en grands caractères ou sans distinguer les couleurs.",
  aim: {
    title: "Notre objectif",
    text: (version) =>
      `Les règles pour l’accessibilité des contenus web (WCAG) ${version}, niveau AA. Les auteurs de Veritick le vérifient eux-mêmes. Personne d’autre n’a mené d’audit.`,
  },
  checks: {
    title: "Nos vérifications",
    text: "Avant chaque version, des tests automatiques utilisent le site dans Chromium :",
    facts: [
      "Ils examinent les pages et les boîtes de dialogue avec axe, un outil qui repère les écarts aux WCAG, en français avec le thème clair et en anglais avec le thème sombre.",
      "Ils vérifient que rien n’est coupé sur un écran de 320 pixels et que les boutons sont assez grands pour être touchés du doigt.",
      "Ils ouvrent des positions et parcourent les pages avec le clavier seul.",
      "Ils vérifient que les pages limitent les animations pour les personnes qui l’ont demandé sur leur appareil.",
    ],
  },
  limits: {
    title: "Limites connues",
    text: "Nous n’avons pas testé certains points, ou ne pouvons pas les changer :",
    facts: [
      "Les tests automatiques ne trouvent qu’une partie des obstacles. Nous n’avons pas fait d’essais avec des personnes qui utilisent un lecteur d’écran au quotidien.",
      "Le prix change chaque seconde et ne peut pas être mis en pause : les positions en dépendent. Le graphique se lit au clavier.",
      "Les positions arrivent à échéance après 1 à 10 minutes. Nous ne pouvons pas prolonger une position.",
      "La liste des appels pour les programmeurs, à l’adresse /api/docs, et les autres sites vers lesquels nous renvoyons ne font pas partie de nos tests.",
    ],
  },
  browsers: {
    title: "Navigateurs pris en charge",
    text: "Le site a besoin de JavaScript et d’une de ces versions, ou d’une plus récente :",
    chromium: (version) =>
      `Chrome et Edge ${version}. Nos tests utilisent Chromium, dont les deux sont issus.`,
    firefox: (version) => `Firefox ${version}. Nos tests y suivent les parcours principaux.`,
    safari: (version) =>
      `Safari ${version}, aussi sur iPhone et iPad. Nos tests suivent les parcours principaux dans WebKitGTK, qui a le même moteur.`,
  },
  report: {
    title: "Signaler un obstacle",
    text: "Dites de quelle page il s’agit, ce que vous vouliez faire, et avec quel navigateur et quelle aide technique.",
    withoutSupport:
      "Dites à l’exploitant de ce site de quelle page il s’agit, ce que vous vouliez faire, et avec quel navigateur et quelle aide technique.",
  },
};
