import type { Rolldown } from "vite";

/** Which files of the build need which: what a page takes to start, and what may be asked for later. */
export type BundleGraph = {
  /** The chunk that was made for a module, by the end of its path. */
  chunkOf(module: string): string;
  /** A chunk and all that it imports, with the styles of each. */
  withImports(chunk: string): string[];
  /** All that can be reached from a chunk, now or later, but for what only the chunks of those modules lead to. */
  reachable(chunk: string, without: RegExp): string[];
};

export function bundleGraph(bundle: Rolldown.OutputBundle): BundleGraph {
  const chunks = new Map(
    Object.values(bundle)
      .filter((file) => file.type === "chunk")
      .map((chunk) => [chunk.fileName, chunk]),
  );
  const stylesOf = (name: string) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])];

  function walk(start: string, next: (chunk: Rolldown.OutputChunk) => string[]): string[] {
    const files = new Set([start]);
    // A set hands out what is added while it is walked.
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
