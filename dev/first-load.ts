import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const out = resolve(import.meta.dirname, '..', 'out');

/**
 * Sizes in bytes of the files the built window reads before its first screen: JavaScript after gzip -9, and
 * the preload.
 */
export function firstLoad(): { readonly scriptBytes: number; readonly preloadBytes: number } {
  const renderer = join(out, 'renderer');
  const html = readFileSync(join(renderer, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(([, path = '']) =>
    readFileSync(join(renderer, path)),
  );
  return {
    scriptBytes: scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0),
    preloadBytes: readFileSync(join(out, 'preload', 'index.cjs')).length,
  };
}
