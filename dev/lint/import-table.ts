/**
 * The architecture as data: which files may import which. The lint rule `billfold/imports` reads only this
 * table, without exceptions. Order matters in `places`: the first match names the place.
 */

/** Places, by path from the repository's root. */
export const places = [
  { name: 'test', pattern: /(\.test\.tsx?$)|(^tests\/)|(\/testing\/)/ },
  { name: 'dev', pattern: /^((dev|conformance|bench)\/|[^/]+\.config\.ts$)/ },
  { name: 'base', pattern: /^src\/base\// },
  { name: 'contract', pattern: /^src\/contract\/[^/]+$/ },
  { name: 'contract/body', pattern: /^src\/contract\/body\// },
  { name: 'contract/items', pattern: /^src\/contract\/items\// },
  { name: 'contract/approvals', pattern: /^src\/contract\/approvals\// },
  { name: 'contract/lists', pattern: /^src\/contract\/lists\// },
  { name: 'contract/answers', pattern: /^src\/contract\/answers\// },
  { name: 'bridge', pattern: /^src\/bridge\// },
  { name: 'sandbox', pattern: /^src\/sandbox\// },
  { name: 'preload', pattern: /^src\/preload\// },
  // Layers of the renderer, lowest first: data, shared components, screens, their frame.
  { name: 'core/model', pattern: /^src\/renderer\/core\/model\// },
  {
    name: 'core/time',
    pattern: /^src\/renderer\/core\/(time\/|(indexed-db|storage-watch|cipher)\.ts$)/,
  },
  { name: 'core/mirror', pattern: /^src\/renderer\/core\/mirror\// },
  { name: 'core/outbox', pattern: /^src\/renderer\/core\/outbox\// },
  { name: 'core/bills/search', pattern: /^src\/renderer\/core\/bills\/search\// },
  { name: 'core/bills/index', pattern: /^src\/renderer\/core\/bills\/index\// },
  { name: 'core/approve', pattern: /^src\/renderer\/core\/approve\// },
  { name: 'core/bills/flags', pattern: /^src\/renderer\/core\/bills\/flags\// },
  { name: 'core/bills/lists', pattern: /^src\/renderer\/core\/bills\/lists\// },
  { name: 'core/bills/statements', pattern: /^src\/renderer\/core\/bills\/statements\// },
  { name: 'core/bills/figures', pattern: /^src\/renderer\/core\/bills\/figures\// },
  { name: 'core/local', pattern: /^src\/renderer\/core\/local\// },
  { name: 'core/connection', pattern: /^src\/renderer\/core\/connection\// },
  { name: 'kit/actions', pattern: /^src\/renderer\/kit\/actions\// },
  { name: 'kit/services', pattern: /^src\/renderer\/kit\/services\// },
  { name: 'kit/text', pattern: /^src\/renderer\/kit\/text\// },
  { name: 'kit/ui', pattern: /^src\/renderer\/kit\/ui\// },
  { name: 'kit/hooks', pattern: /^src\/renderer\/kit\/hooks\// },
  { name: 'kit/grid', pattern: /^src\/renderer\/kit\/grid\// },
  { name: 'kit/export', pattern: /^src\/renderer\/kit\/export\// },
  { name: 'kit/parts', pattern: /^src\/renderer\/kit\/parts\// },
  { name: 'review/filters', pattern: /^src\/renderer\/screens\/review\/filters\// },
  { name: 'review/views', pattern: /^src\/renderer\/screens\/review\/views\// },
  { name: 'review/detail', pattern: /^src\/renderer\/screens\/review\/detail\// },
  { name: 'review/list', pattern: /^src\/renderer\/screens\/review\/list\// },
  { name: 'review/approve', pattern: /^src\/renderer\/screens\/review\/approve\// },
  { name: 'screens', pattern: /^src\/renderer\/screens\// },
  { name: 'app', pattern: /^src\/renderer\/(app\/|main\.tsx$)/ },
  { name: 'desktop', pattern: /^src\/main\/(desktop\/|index\.ts$)/ },
  { name: 'main', pattern: /^src\/main\// },
] as const;
export type Place = (typeof places)[number]['name'];

const contractLayers = [
  'contract',
  'contract/body',
  'contract/items',
  'contract/approvals',
  'contract/lists',
  'contract/answers',
] as const satisfies readonly Place[];
const coreLayers = [
  'core/model',
  'core/time',
  'core/mirror',
  'core/outbox',
  'core/bills/search',
  'core/bills/index',
  'core/approve',
  'core/bills/flags',
  'core/bills/lists',
  'core/bills/statements',
  'core/bills/figures',
  'core/local',
  'core/connection',
] as const satisfies readonly Place[];
const kitLayers = [
  'kit/actions',
  'kit/services',
  'kit/text',
  'kit/ui',
  'kit/hooks',
  'kit/grid',
  'kit/export',
  'kit/parts',
] as const satisfies readonly Place[];
const reviewLayers = [
  'review/filters',
  'review/views',
  'review/detail',
  'review/list',
  'review/approve',
] as const satisfies readonly Place[];
const outside = ['base', ...contractLayers, 'bridge'] as const satisfies readonly Place[];

const upToContract = (layer: (typeof contractLayers)[number]): readonly Place[] => [
  'base',
  ...contractLayers.slice(0, contractLayers.indexOf(layer) + 1),
];

/** Places that a layer of the core may import from: itself and the layers below it. */
const upTo = (layer: (typeof coreLayers)[number]): readonly Place[] => [
  ...outside,
  ...coreLayers.slice(0, coreLayers.indexOf(layer) + 1),
];

const upToKit = (layer: (typeof kitLayers)[number]): readonly Place[] => [
  ...outside,
  ...coreLayers,
  ...kitLayers.slice(0, kitLayers.indexOf(layer) + 1),
];

const belowScreens: readonly Place[] = [...outside, ...coreLayers, ...kitLayers];

/** Places that each place may import from. A test file may import from anywhere. */
const mayImport: Record<Place, readonly Place[]> = {
  base: ['base'],
  contract: upToContract('contract'),
  'contract/body': upToContract('contract/body'),
  'contract/items': upToContract('contract/items'),
  'contract/approvals': upToContract('contract/approvals'),
  'contract/lists': upToContract('contract/lists'),
  'contract/answers': upToContract('contract/answers'),
  bridge: outside,
  sandbox: ['base', ...contractLayers, 'sandbox'],
  preload: [...outside, 'preload'],
  'core/model': upTo('core/model'),
  'core/time': upTo('core/time'),
  'core/mirror': upTo('core/mirror'),
  'core/outbox': upTo('core/outbox'),
  'core/bills/search': upTo('core/bills/search'),
  'core/bills/index': upTo('core/bills/index'),
  'core/approve': upTo('core/approve'),
  'core/bills/flags': upTo('core/bills/flags'),
  'core/bills/lists': upTo('core/bills/lists'),
  'core/bills/statements': upTo('core/bills/statements'),
  'core/bills/figures': upTo('core/bills/figures'),
  'core/local': upTo('core/local'),
  'core/connection': upTo('core/connection'),
  'kit/actions': upToKit('kit/actions'),
  'kit/services': upToKit('kit/services'),
  'kit/text': upToKit('kit/text'),
  'kit/ui': upToKit('kit/ui'),
  'kit/hooks': upToKit('kit/hooks'),
  'kit/grid': upToKit('kit/grid'),
  'kit/export': upToKit('kit/export'),
  'kit/parts': upToKit('kit/parts'),
  'review/filters': [...belowScreens, 'review/filters'],
  'review/views': [...belowScreens, 'review/views'],
  'review/detail': [...belowScreens, 'review/detail'],
  'review/list': [
    ...belowScreens,
    ...(['review/filters', 'review/views', 'review/detail', 'review/list'] as const),
  ],
  'review/approve': [...belowScreens, 'review/detail', 'review/list', 'review/approve'],
  // A screen may import only itself among the screens: see `fileProblem`.
  screens: [...belowScreens, ...reviewLayers, 'screens'],
  app: [...belowScreens, 'screens', 'app'],
  main: [...outside, 'main'],
  desktop: [...outside, 'main', 'desktop'],
  dev: [...outside, 'main', 'sandbox', 'test', 'dev'],
  test: places.map(({ name }) => name),
};

/** Places whose code draws the window. */
const drawing: readonly Place[] = [
  ...kitLayers.filter((layer) => layer !== 'kit/actions' && layer !== 'kit/text'),
  ...reviewLayers,
  'screens',
  'app',
];

/**
 * Places in which each package may run. Classify a new dependency here before importing it. `node:` stands
 * for Node's own modules.
 */
export const packagePlaces: Record<string, readonly Place[]> = {
  'node:': ['main', 'desktop', 'sandbox', 'dev', 'test'],
  electron: ['desktop', 'preload'],
  'electron-log': ['desktop'],
  'electron-store': ['desktop'],
  conf: ['test'],
  oauth4webapi: ['main'],
  undici: ['main'],
  // Other places import `base/zod.ts`, so that the app contains Zod once, in its small form.
  zod: ['base', 'dev', 'test'],
  hono: ['sandbox'],
  '@hono/node-server': ['sandbox'],
  dexie: coreLayers,
  '@fontsource-variable/ibm-plex-sans': ['kit/ui', 'kit/export'],
  react: drawing,
  'react-dom': drawing,
  'react-aria-components': drawing,
  // Release notes that the window shows.
  'CHANGELOG.md?raw': ['app'],
  'CHANGELOG.de.md?raw': ['app'],
  'electron-vite': ['dev'],
  'electron-builder': ['dev'],
  '@electron/asar': ['dev', 'test'],
  '@electron/fuses': ['dev'],
  '@stryker-mutator/core': ['dev'],
  lightningcss: ['dev'],
  vite: ['dev'],
  '@vitejs/plugin-react': ['dev'],
  vitest: ['dev', 'test'],
  playwright: ['dev', 'test'],
  'playwright-core': ['dev', 'test'],
  '@playwright/test': ['dev', 'test'],
  ajv: ['dev'],
  'ajv-formats': ['dev'],
  'axe-core': ['test'],
  'fast-png': ['test'],
  'fast-check': ['test'],
  'fake-indexeddb': ['test'],
  oxlint: ['dev', 'test'],
  'oidc-provider': ['dev'],
};

/** Packages that a test may use as well, because the tested code uses them. */
const testsAlsoUse: readonly string[] = [
  'dexie',
  'oauth4webapi',
  'hono',
  '@hono/node-server',
  'react',
  'react-dom',
  'electron-vite',
];

/** Place of a file, or null when the table has none. */
function placeOf(path: string): Place | null {
  return places.find((place) => place.pattern.test(path))?.name ?? null;
}

/** Package that an import names: `hono/cors` → `hono`, `@scope/name/x` → `@scope/name`, `node:fs` → `node:`. */
function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:';
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

/**
 * Checks whether `from` may import `target` (both paths from the root, or a bare package specifier).
 * @param typeOnly whether the import is type-only: types of `electron` and Node don't run, so they pass
 * @returns the problem as a sentence, or null
 */
export function importProblem(from: string, target: string, typeOnly: boolean): string | null {
  const place = placeOf(from);
  if (place === null) return `${from} is in no place of dev/lint/import-table.ts.`;
  return /^(src|tests|dev|conformance|bench)\//.test(target)
    ? fileProblem(from, place, target)
    : packageProblem(place, packageOf(target), typeOnly);
}

function fileProblem(from: string, place: Place, target: string): string | null {
  const targetPlace = placeOf(target);
  const own = screenOf(from);
  const isOtherScreen = own !== null && (screenOf(target) ?? own) !== own;
  if (isOtherScreen) return `A screen may not import another: ${target}.`;
  if (targetPlace !== null && mayImport[place].includes(targetPlace)) return null;
  return `${place} may not import ${targetPlace ?? target}.`;
}

/** Screen that a file, other than a test, belongs to; null for none. */
function screenOf(path: string): string | null {
  if (placeOf(path) === 'test') return null;
  return /^src\/renderer\/screens\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function packageProblem(place: Place, name: string, typeOnly: boolean): string | null {
  const allowed = packagePlaces[name];
  if (!allowed) return `${name} is not classified in dev/lint/import-table.ts.`;
  if (allowed.includes(place)) return null;
  if (place === 'test' && testsAlsoUse.includes(name)) return null;
  // Types don't run, so tools and tests may use Electron's.
  if (typeOnly && name === 'electron' && (place === 'dev' || place === 'test')) return null;
  return `${name} may not run in ${place}.`;
}
