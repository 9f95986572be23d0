import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin, Rollup } from 'vite';
import { events } from './src/bridge/events.ts';
import { methods } from './src/bridge/methods.ts';

/** Records the packages in a bundle, because the app ships with their license texts. */
const noteBundled = (name: string): Plugin => ({
  name: 'note-bundled',
  generateBundle: (_options, bundle) => {
    const modules = Object.values(bundle).flatMap((part) =>
      part.type === 'chunk' ? part.moduleIds : [],
    );
    // A package inside another package counts by its whole path.
    const folder = /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;
    const folders = modules.map((id) => folder.exec(id)?.[1]);
    mkdirSync('out/bundled', { recursive: true });
    const packages = [...new Set(folders)].filter((path) => path !== undefined).toSorted();
    writeFileSync(`out/bundled/${name}.json`, JSON.stringify(packages));
  },
});

/** A third of React-aria is its texts. Leaves out languages that `text/` doesn't have. */
const spokenOnly: Plugin = {
  name: 'spoken-only',
  load: (id) =>
    /node_modules\/react-[^/]+\/.*\/intl\/(?:.*\/)?(?!en-|de-)[a-z]{2}-[A-Z]{2}\.m?js$/.test(id)
      ? 'export default {};'
      : null,
};

/** Loaded on demand, because few users need them: the other language, exporting a list, printing a bill. */
const onDemand = /\/(text\/de|export\/send-list|review\/detail\/bill-page)/;

const files = ['first-packages', 'first', 'later'] as const;

/**
 * Groups the chunks by the time they load: with the first screen (`first`, its packages separate, so that they
 * compile in parallel on another thread), or later (`later`). Each chunk is a request, and by default there
 * would be eighty.
 */
function byMoment() {
  const fileOf = new Map<string, (typeof files)[number]>();
  const nameOf = (
    id: string,
    context: { getModuleInfo(id: string): Rollup.ModuleInfo | null },
  ): string | null => {
    const add = (each: string, file: (typeof files)[number]): void => {
      if (fileOf.has(each) || onDemand.test(each)) return;
      const isPackage = each.includes('/node_modules/');
      fileOf.set(each, file === 'first' && isPackage ? 'first-packages' : file);
      for (const imported of context.getModuleInfo(each)?.importedIds ?? []) add(imported, file);
    };
    if (fileOf.size === 0) {
      add(resolve('src/renderer/main.tsx'), 'first');
      // A loop over a map includes entries that are added during the loop.
      for (const each of fileOf.keys())
        for (const asked of context.getModuleInfo(each)?.dynamicallyImportedIds ?? [])
          add(asked, 'later');
    }
    return fileOf.get(id) ?? null;
  };
  // A chunk includes the imports of its modules, except those in earlier chunks.
  return files.map((file, at) => ({
    name: (...asked: Parameters<typeof nameOf>) => (nameOf(...asked) === file ? file : null),
    priority: files.length - at,
    debugName: file,
  }));
}

/**
 * Asks V8 to compile all functions of the later chunks when they load, on another thread. Otherwise the first menu and the
 * first letter of a search would wait for it.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk' && /^(later|search-words)$/.test(part.name))
          part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
    },
  },
};

/**
 * Packages that electron-store's `conf` imports for its own schemas and migrations. Billfold uses neither,
 * because zod parses its documents. Using one of them throws at once.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (id) => (/^(ajv|ajv-formats|semver)(\/|$)/.test(id) ? '\0unused' : null),
  load: (id) =>
    id === '\0unused' ? 'export const Ajv2020 = null; export default { default: null };' : null,
};

const feed = process.env['BILLFOLD_UPDATE_FEED'] ?? '';
const key = process.env['BILLFOLD_UPDATE_KEY'] ?? '';
if ((feed === '') !== (key === '') || !/^(https:|$)/.test(feed))
  throw new Error(
    'BILLFOLD_UPDATE_FEED, an https address, and BILLFOLD_UPDATE_KEY go together, or are both empty.',
  );

/** A slow computer would get a report of the bundler's own times at its first `npm start`. */
const checks = { bundlerTimings: false };

/**
 * Bundles everything, main included: the packaged app needs no node_modules, and tests run the files that ship.
 * Only `electron` and Node's own modules stay outside.
 */
export default defineConfig({
  main: {
    define: { BUILT_UPDATE_FEED: JSON.stringify(feed), BUILT_UPDATE_KEY: JSON.stringify(key) },
    plugins: [withoutUnused, noteBundled('main')],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        checks,
        input: { index: 'src/main/index.ts', sandbox: 'src/sandbox/process.ts' },
        output: { chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    define: {
      BRIDGE_NAMES: JSON.stringify({ methods: Object.keys(methods), events: Object.keys(events) }),
    },
    plugins: [noteBundled('preload')],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        checks,
        input: { index: 'src/preload/index.ts' },
        // A sandboxed preload is a single CommonJS file, because it has no module loader.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    // The build for recent browsers: smaller, and without a wrapper for several copies in one page.
    resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
    plugins: [react(), spokenOnly, compiledAhead, noteBundled('renderer')],
    build: {
      // The bench of a day names functions.
      minify: process.env['BILLFOLD_UNMINIFIED'] !== '1',
      sourcemap: false,
      chunkSizeWarningLimit: 4_000,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        checks,
        output: { codeSplitting: { groups: byMoment() } },
      },
    },
  },
});
