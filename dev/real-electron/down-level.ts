/**
 * Adapts the *built* app to Electron 25 with as few changes as possible: main and the sample company become
 * CommonJS, recent CSS is lowered, and core-js is added. Preload and the renderer's scripts stay the same.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { transform } from 'lightningcss';
import { build, type Plugin } from 'vite';
import { olderApp } from '../electron-path.ts';
import { coreJs } from './runtime.ts';

const here = import.meta.dirname;
const root = resolve(here, '../..');
const stampFile = join(olderApp, '.built-from');

/** Lowers the app if it has changed. @throws unless the app is built and the runtime downloaded */
export async function ensureDownLevelled(): Promise<void> {
  const stamp = hashOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Down-levelling Billfold for Electron 25…');
  rmSync(olderApp, { recursive: true, force: true });
  for (const part of ['legal', 'preload', 'renderer'])
    cpSync(join(root, 'out', part), join(olderApp, part), { recursive: true });
  await lowerMain();
  lowerRenderer();
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  const manifest = { name, version, main: 'main/index.js' };
  writeFileSync(join(olderApp, 'package.json'), JSON.stringify(manifest));
  writeFileSync(stampFile, stamp);
}

/** Hashes the lowered app's sources; `dev/build.ts` records those of the built app. */
function hashOfSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'out', '.built-from')));
  for (const name of globSync(['*.ts', '*.cjs', '*.json'], { cwd: here }).toSorted())
    hash.update(readFileSync(join(here, name)));
  return hash.digest('hex');
}

/** CommonJS has no top-level await. In the sample company, no code follows its top-level await. */
const withoutWaiting: Plugin = {
  name: 'without-waiting',
  transform: (code, id) =>
    id.endsWith('/sandbox.js') ? code.replace(/^await main\(\);/m, 'void main();') : null,
};

/** Only Electron 28 and later run main as an ES module. */
async function lowerMain(): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [withoutWaiting],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node18',
      minify: false,
      outDir: join(olderApp, 'main'),
      rolldownOptions: {
        input: {
          index: join(root, 'out/main/index.js'),
          sandbox: join(root, 'out/main/sandbox.js'),
        },
        external: ['electron', /^node:/],
        treeshake: false,
        transform: {
          define: {
            // `__filename` would clash: the built chunks declare a variable with that name.
            'import.meta.dirname': 'module.path',
            'import.meta.filename': 'module.filename',
            'import.meta.url': 'require("node:url").pathToFileURL(module.filename).href',
          },
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          banner: ({ isEntry }) => (isEntry ? "require('./younger.js');" : ''),
        },
      },
    },
  });
  copyFileSync(join(here, 'younger.cjs'), join(olderApp, 'main', 'younger.js'));
}

function lowerRenderer(): void {
  const assets = join(olderApp, 'renderer', 'assets');
  for (const name of globSync('*.css', { cwd: assets })) {
    const filename = join(assets, name);
    const targets = { chrome: 114 << 16 };
    writeFileSync(
      filename,
      transform({ filename, code: readFileSync(filename), targets, minify: true }).code,
    );
  }
  // Remove the reference to a source map that is not copied.
  const script = readFileSync(coreJs, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '');
  writeFileSync(join(assets, 'core-js.js'), script);
  const page = join(olderApp, 'renderer', 'index.html');
  const first = '<head><script src="./assets/core-js.js"></script>';
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', first));
}
