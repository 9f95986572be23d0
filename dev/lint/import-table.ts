/**
 * Who may see whom: the architecture as data. The lint rule `billfold/imports` reads this and nothing
 * else; there is no list of exceptions. Order matters in `places`: the first match names the place.
 */

/** Places, by path from the repository's root. */
export const places = [
  { name: 'test', pattern: /(\.test\.tsx?$)|(^tests\/)|(\/testing\/)/ },
  { name: 'dev', pattern: /^((dev|conformance|bench)\/|[^/]+\.config\.ts$)/ },
  { name: 'base', pattern: /^src\/base\// },
  { name: 'contract', pattern: /^src\/contract\// },
  { name: 'bridge', pattern: /^src\/bridge\// },
  { name: 'sandbox', pattern: /^src\/sandbox\// },
  { name: 'preload', pattern: /^src\/preload\// },
  { name: 'renderer', pattern: /^src\/renderer\// },
  { name: 'desktop', pattern: /^src\/main\/(desktop\/|index\.ts$)/ },
  { name: 'main', pattern: /^src\/main\// },
] as const;
export type Place = (typeof places)[number]['name'];

/** For each place, the places it may import from. A test file may import what it tests and its kin. */
export const mayImport: Record<Place, readonly Place[]> = {
  base: ['base'],
  contract: ['base', 'contract'],
  bridge: ['base', 'contract', 'bridge'],
  sandbox: ['base', 'contract', 'sandbox'],
  preload: ['base', 'contract', 'bridge', 'preload'],
  renderer: ['base', 'contract', 'bridge', 'renderer'],
  main: ['base', 'contract', 'bridge', 'main'],
  desktop: ['base', 'contract', 'bridge', 'main', 'desktop'],
  dev: ['base', 'contract', 'bridge', 'main', 'sandbox', 'test', 'dev'],
  test: [
    'base',
    'contract',
    'bridge',
    'sandbox',
    'preload',
    'renderer',
    'main',
    'desktop',
    'dev',
    'test',
  ],
};

/**
 * For each package, the places it may run in: a new dependency must be classified here before anything
 * can import it. `node:` stands for Node's own modules.
 */
export const packagePlaces: Record<string, readonly Place[]> = {
  'node:': ['main', 'desktop', 'sandbox', 'dev', 'test'],
  electron: ['desktop', 'preload'],
  'electron-log': ['desktop'],
  'electron-store': ['desktop'],
  conf: ['test'],
  oauth4webapi: ['main'],
  zod: ['base', 'contract', 'bridge', 'sandbox', 'main', 'desktop', 'renderer', 'dev', 'test'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  dexie: ['renderer'],
  react: ['renderer'],
  'react-dom': ['renderer'],
  'react-aria-components': ['renderer'],
  'electron-vite': ['dev'],
  vite: ['dev'],
  '@vitejs/plugin-react': ['dev'],
  vitest: ['dev', 'test'],
  playwright: ['dev', 'test'],
  'playwright-core': ['dev', 'test'],
  '@playwright/test': ['dev', 'test'],
  'axe-core': ['test'],
  'fast-png': ['test'],
  'fast-check': ['test'],
  'fake-indexeddb': ['test'],
  oxlint: ['dev', 'test'],
  'workbox-background-sync': ['dev'],
  rxdb: ['dev'],
  'pouchdb-browser': ['dev'],
  'idb-keyval': ['dev'],
  '@tanstack/query-persist-client-core': ['dev'],
  '@tanstack/query-core': ['dev'],
  'oidc-provider': ['dev'],
  // Peers of the queue's bench.
  '@octokit/core': ['dev'],
  '@octokit/plugin-throttling': ['dev'],
  bottleneck: ['dev'],
  ky: ['dev'],
  'p-queue': ['dev'],
  'oauth2-mock-server': ['dev'],
};

/** A test's place is `test`, yet it stays within reach of what it tests: these packages it may use as well. */
export const testsAlsoUse: readonly string[] = [
  'dexie',
  'oauth4webapi',
  'hono',
  '@hono/node-server',
  'react',
  'react-dom',
  'electron-vite',
];

/** Where a file is, or null when it is nowhere in the table. */
export function placeOf(path: string): Place | null {
  return places.find((place) => place.pattern.test(path))?.name ?? null;
}

/** The package an import names: `hono/cors` → `hono`, `@scope/name/x` → `@scope/name`, `node:fs` → `node:`. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:';
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/**
 * Whether `from` may import `target` (both paths from the root, or a bare package specifier).
 * @param typeOnly a type-only import: types of `electron` and Node do not run, so they pass
 * @returns what is wrong, as a sentence, or null
 */
export function importProblem(from: string, target: string, typeOnly: boolean): string | null {
  const place = placeOf(from);
  if (place === null) return `${from} is in no place of dev/lint/import-table.ts.`;
  return /^(src|tests|dev|conformance|bench)\//.test(target)
    ? fileProblem(place, target)
    : packageProblem(place, packageOf(target), typeOnly);
}

function fileProblem(place: Place, target: string): string | null {
  const targetPlace = placeOf(target);
  if (targetPlace !== null && mayImport[place].includes(targetPlace)) return null;
  return `${place} may not import ${targetPlace ?? target}.`;
}

function packageProblem(place: Place, name: string, typeOnly: boolean): string | null {
  const allowed = packagePlaces[name];
  if (!allowed) return `${name} is not classified in dev/lint/import-table.ts.`;
  if (allowed.includes(place)) return null;
  if (place === 'test' && testsAlsoUse.includes(name)) return null;
  // Types do not run: tools and tests may speak of Electron's.
  if (typeOnly && name === 'electron' && (place === 'dev' || place === 'test')) return null;
  return `${name} may not run in ${place}.`;
}
