import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 600;

/** Writes a .br and a .gz beside every text file worth compressing, so that the server never compresses while serving. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "veritick:precompress",
    apply: "build",
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

async function compress(path: string) {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING_BYTES) return;
  const brotliParameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params: brotliParameters }).then((out) =>
      writeFile(`${path}.br`, out),
    ),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((out) =>
      writeFile(`${path}.gz`, out),
    ),
  ]);
}
