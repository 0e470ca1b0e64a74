import type { Rolldown } from "vite";

/** The dependencies between the files of the build: those a page needs to start, and those it may request later. */
export type BundleGraph = {
  chunkOf(module: string): string;
  /** Returns a chunk and everything it imports, with the styles of each. */
  withImports(chunk: string): string[];
  /** Returns everything reachable from a chunk, now or later, except through dynamic imports of the modules in `without`. */
  reachable(chunk: string, without: RegExp): string[];
};

export function bundleGraph(bundle: Rolldown.OutputBundle): BundleGraph {
  const chunks = new Map(
    Object.values(bundle)
      .filter((file) => file.type === "chunk")
      .map((chunk) => [chunk.fileName, chunk]),
  );
  const stylesOf = (name: string) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])];

  // A group of the build may put modules together that others lie between. The browser then runs one of them too early.
  for (const chunk of chunks.values()) {
    const found = chunk.imports.find((next) => walk(next, ({ imports }) => imports).includes(chunk.fileName));
    if (found !== undefined) throw new Error(`${chunk.fileName} and ${found} import each other`);
  }

  function walk(start: string, next: (chunk: Rolldown.OutputChunk) => string[]): string[] {
    const files = new Set([start]);
    // A loop over a set also visits the items that are added during the loop.
    for (const name of files) {
      const chunk = chunks.get(name);
      if (chunk !== undefined) for (const file of next(chunk)) files.add(file);
    }
    return [...files].flatMap((name) => [name, ...stylesOf(name)]);
  }

  return {
    chunkOf(module) {
      const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
      if (found === undefined) throw new Error(`the build has no chunk of its own for ${module}`);
      return found.fileName;
    },
    withImports: (start) => walk(start, ({ imports }) => imports),
    reachable: (start, without) =>
      walk(start, ({ imports, dynamicImports }) => [
        ...imports,
        ...dynamicImports.filter((name) => !without.test(chunks.get(name)?.facadeModuleId ?? "")),
      ]),
  };
}
