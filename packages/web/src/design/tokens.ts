export type Tokens = ReadonlyMap<string, string>;
export type ThemeTokens = { readonly shared: Tokens; readonly dark: Tokens; readonly light: Tokens };

/** The tokens as `tokens.css` declares them: those of both themes, and the colours of each. */
export function readTokens(css: string): ThemeTokens {
  const blocks = [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const declared = (belongs: (selector: string) => boolean) =>
    new Map(
      blocks
        .filter(([, selector]) => belongs(selector!.trim()))
        .flatMap(([, , body]) => [...body!.matchAll(/--([\w-]+):\s*([^;]+);/g)])
        .map(([, name, value]) => [name!, value!.replaceAll(/\s+/g, " ")]),
    );
  return {
    shared: declared((selector) => selector === ":root"),
    dark: declared((selector) => selector.includes('"dark"')),
    light: declared((selector) => selector.includes('"light"')),
  };
}
