/**
 * Down-levels the *built* app for Electron 22: main and the sample company become CommonJS for Node 16,
 * the preload and the renderer are for Chromium 108. Only what is too young for them is changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { olderApp } from '../electron-path.ts';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const modules = join(here, 'node_modules');
const stampFile = join(olderApp, '.built-from');

const NODE = 'node16';
const CHROMIUM = 'chrome108';

/** Does it when the built app has changed. @returns false when the packages for it cannot be had */
export async function ensureDownLevelled(): Promise<boolean> {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return true;
  console.log('Down-levelling Billfold for Electron 22…');
  rmSync(olderApp, { recursive: true, force: true });
  if (!installPolyfills()) return false;
  cpSync(join(root, 'out/legal'), join(olderApp, 'legal'), { recursive: true });
  await buildMain();
  await buildPreload();
  await buildRenderer();
  const { name, version } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const manifest = { name, version, main: 'main/start.js' };
  writeFileSync(join(olderApp, 'package.json'), JSON.stringify(manifest));
  writeFileSync(stampFile, stamp);
  return true;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** `dev/build.ts` has noted what the built app was made of. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'out', '.built-from')));
  for (const name of globSync(['*.ts', '*.cjs', '*.json'], { cwd: here }).toSorted())
    hash.update(readFileSync(join(here, name)));
  return hash.digest('hex');
}

function installPolyfills(): boolean {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
  return status === 0;
}

async function buildMain(): Promise<void> {
  const programs = {
    'index.js': join(root, 'out/main/index.js'),
    'company.js': join(root, 'out/main/sandbox.js'),
    'polyfills.js': join(here, 'polyfills.cjs'),
    'younger-electron.js': join(here, 'younger-electron.ts'),
  };
  await bundle(programs, 'main', NODE);
  const start = (name: string, ...lines: readonly string[]): void =>
    writeFileSync(
      join(olderApp, 'main', name),
      `require('./polyfills.js');\n${lines.join('\n')}\n`,
    );
  start(
    'start.js',
    "require('./younger-electron.js').addYounger(require('electron'));",
    "require('./index.js');",
  );
  // Main starts the sample company by the name it has in the built app.
  start('sandbox.js', "require('./company.js');");
}

async function buildPreload(): Promise<void> {
  await bundle({ 'index.cjs': join(root, 'out/preload/index.cjs') }, 'preload', CHROMIUM);
}

/** CommonJS cannot wait at its top level; after this wait of the sample company's nothing follows. */
const withoutWaiting: Plugin = {
  name: 'without-waiting',
  transform: (code, id) =>
    id.endsWith('/sandbox.js') ? code.replace(/^await main\(\);/m, 'void main();') : null,
};

/** The built app's undici is for Node 20; this one is for Node 16. */
const olderUndici: Plugin = {
  name: 'older-undici',
  load: (id) =>
    /\/chunks\/undici-[^/]*$/.test(id)
      ? `export { default } from ${JSON.stringify(join(modules, 'undici/index.js'))};`
      : null,
};

/** Bundles programs, by the names of their files, as CommonJS. */
async function bundle(
  input: Record<string, string>,
  folder: string,
  target: string,
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [withoutWaiting, olderUndici],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target,
      minify: false,
      outDir: join(olderApp, folder),
      rolldownOptions: {
        input,
        external: ['electron', /^node:/],
        treeshake: false,
        transform: {
          define: {
            'import.meta.dirname': '__dirname',
            'import.meta.filename': '__filename',
            'import.meta.url': 'require("node:url").pathToFileURL(__filename).href',
          },
        },
        output: { format: 'cjs', entryFileNames: '[name]', chunkFileNames: 'chunks/[name].js' },
      },
    },
  });
}

async function buildRenderer(): Promise<void> {
  const outDir = join(olderApp, 'renderer');
  await build({
    root: join(root, 'src/renderer'),
    configFile: false,
    plugins: [react()],
    base: './',
    logLevel: 'error',
    build: {
      outDir,
      target: CHROMIUM,
      cssTarget: CHROMIUM,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 4_000,
    },
  });
  const page = join(outDir, 'index.html');
  const first = '<head><script src="./assets/core-js.js"></script>';
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', first));
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  const coreJs = readFileSync(join(modules, 'core-js-bundle/minified.js'), 'utf8');
  // Its map stays behind.
  writeFileSync(
    join(outDir, 'assets/core-js.js'),
    coreJs.replace(/^\/\/# sourceMappingURL.*$/m, ''),
  );
}
