import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Imports by file, read once per run of the linter. Absolute paths. */
const read = new Map<string, readonly string[]>();

/** Relative imports of a file: static, of types, and lazy. Every specifier ends with its extension. */
function importsOf(path: string): readonly string[] {
  const known = read.get(path);
  if (known) return known;
  const code = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const found = code.matchAll(/\b(?:from|import)[\s(]*'(\.[^']+\.tsx?)'/g);
  const paths = [...found].map(([, specifier = '']) => resolve(dirname(path), specifier));
  read.set(path, paths);
  return paths;
}

/**
 * Searches the way back from a lazily imported file. Oxlint's `import/no-cycle` ignores `import()`.
 * @param from absolute path of the importing file
 * @param target absolute path of the imported file
 * @returns absolute paths from `target` to `from`, the shortest; null if none exists
 */
export function wayBack(from: string, target: string): readonly string[] | null {
  const cameFrom = new Map<string, string | null>([[target, null]]);
  // A Map also walks the entries that are added during the walk.
  for (const [path] of cameFrom) {
    if (path === from) return wayTo(path, cameFrom);
    for (const next of importsOf(path)) if (!cameFrom.has(next)) cameFrom.set(next, path);
  }
  return null;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | null>): readonly string[] {
  const way: string[] = [];
  for (let at: string | null = end; at !== null; at = cameFrom.get(at) ?? null) way.unshift(at);
  return way;
}
