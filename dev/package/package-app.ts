import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join, relative, resolve } from 'node:path';
import { build } from 'electron-builder';
import ensureBuilt from '../build.ts';
import { findElectron, olderApp } from '../electron-path.ts';
import { ensureDownLevelled } from '../real-electron/down-level.ts';
import { fetchRuntime, VERSION as OLDER_VERSION } from '../real-electron/runtime.ts';
import { asarProblems, readAsar } from './asar.ts';
import { BUILD_INPUTS, buildInputs, NO_HOMEPAGE, type BuildInputs } from './build-inputs.ts';
import { configOf, programIn, unsigned } from './config.ts';
import { readFuses, type Fuse } from './fuses.ts';
import { bomProblems } from './check-bom.ts';
import { bomOf, bundledPackages, noticesOf } from './legal.ts';
import { writeLinuxFiles } from './linux-files.ts';

const root = resolve(import.meta.dirname, '../..');
const BUILT = ['main', 'preload', 'renderer'];
/** Targets that electron-builder makes without downloading anything. */
const OFFLINE = ['deb', ...(works('rpmbuild') ? ['rpm'] : [])];

/** Parts of the package: the built app, or the one for the older runtime. */
interface Ingredients {
  readonly built: string;
  readonly type: 'module' | 'commonjs';
  readonly electronVersion: string;
  readonly runtime: string | null;
  readonly output: string;
}

export interface PackageOptions {
  /** electron-builder's names of its targets; null for all of this system's. */
  readonly targets: readonly string[] | null;
  /** `version` replaces the one in package.json. `older` packs the older runtime even when another is there. */
  readonly version?: string;
  readonly older?: boolean;
  /** Whether the package is for distribution; it must then name its maintainer. */
  readonly isRelease?: boolean;
}

export interface Packaged {
  /** The packed folder. */
  readonly folder: string;
  /** Absolute paths of the packages. */
  readonly files: readonly string[];
  /** Number of files in app.asar. */
  readonly asarFiles: number;
  readonly fuses: readonly Fuse[];
}

/**
 * Builds the app, packs it, and inspects the result. @throws when it contains a file or text that it must not
 */
export async function packageApp(options: PackageOptions): Promise<Packaged> {
  const manifest = readJson(join(root, 'package.json')) as Record<string, string>;
  const version = options.version ?? manifest['version'] ?? '';
  await ensureBuilt();
  const from = await gather(options.older ?? findElectron() === null);
  const { output, electronVersion, runtime } = from;
  const stage = join(output, 'stage');
  rmSync(output, { recursive: true, force: true });
  const app = { version, electron: electronVersion };
  const inputs = buildInputs(app, process.env, options.isRelease ?? false);
  const folders = {
    app: join(stage, 'app'),
    legal: join(stage, 'legal'),
    linux: join(stage, 'linux'),
  };
  layApp(folders.app, from, { ...manifest, version }, inputs.homepage);
  layLegal(folders.legal, inputs);
  writeLinuxFiles(folders.linux, inputs);
  // electron-builder, dpkg-deb and rpmbuild read this variable.
  process.env['SOURCE_DATE_EPOCH'] = String(inputs.madeAt);
  for (const sentence of unsigned(process.platform, process.env)) console.log(sentence);
  if (process.platform === 'linux') useOurFpm(join(stage, 'bin'));
  const system = { linux: 'linux', darwin: 'mac', win32: 'win' }[process.platform as string] ?? '';
  const files = await build({
    projectDir: root,
    config: configOf({ ...folders, output, inputs, runtime, env: process.env }),
    publish: 'never',
    [system]: options.targets ?? (runtime === null ? [] : OFFLINE),
  });
  const folder = join(output, globSync('{*-unpacked,mac*}', { cwd: output })[0] ?? '');
  return { folder, files: files.map((file) => resolve(file)), ...(await inspectPackage(folder)) };
}

async function gather(older: boolean): Promise<Ingredients> {
  const output = join(root, 'out', 'package');
  if (!older) {
    const { version } = readJson(join(root, 'node_modules/electron/package.json')) as Versioned;
    const own = { built: join(root, 'out'), type: 'module' } as const;
    return { ...own, electronVersion: version, runtime: null, output: join(output, 'release') };
  }
  const runtime = await fetchRuntime();
  if ('missing' in runtime)
    throw new Error(`Electron's runtime cannot be had here, nor an older one: ${runtime.missing}.`);
  await ensureDownLevelled();
  console.log(`Around Electron ${OLDER_VERSION}, to be looked at: not for anybody to use.`);
  return {
    built: olderApp,
    type: 'commonjs',
    electronVersion: OLDER_VERSION,
    runtime: runtime.folder,
    output: join(output, 'older-electron'),
  };
}

interface Versioned {
  readonly version: string;
}

function layApp(
  folder: string,
  from: Ingredients,
  manifest: Readonly<Record<string, string>>,
  homepage: string | null,
): void {
  for (const part of BUILT) cpSync(join(from.built, part), join(folder, part), { recursive: true });
  const { name, version, description, license } = manifest;
  const packed = {
    name,
    version,
    description,
    license,
    productName: 'Billfold',
    // The desktop matches the window to this entry.
    desktopName: 'billfold.desktop',
    author: 'The Billfold authors',
    // electron-builder requires one.
    homepage: homepage ?? NO_HOMEPAGE,
    type: from.type,
    main: 'main/index.js',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(packed));
}

function layLegal(folder: string, inputs: BuildInputs): void {
  mkdirSync(folder, { recursive: true });
  const packages = bundledPackages();
  const bom = bomOf({ ...inputs, made: new Date(inputs.madeAt * 1000).toISOString() }, packages);
  const problems = bomProblems(bom);
  if (problems.length > 0)
    throw new Error(`The list of parts is not valid: ${problems.join('; ')}`);
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  writeFileSync(join(folder, 'NOTICES.txt'), noticesOf(packages));
  writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify(bom, null, 2));
  writeFileSync(join(folder, BUILD_INPUTS), JSON.stringify(inputs, null, 2));
}

/**
 * Makes electron-builder call our fpm. The one it would download is outside the registries, and sets new file
 * times.
 */
function useOurFpm(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'fpm.ts')}' "$@"\n`;
  writeFileSync(join(folder, 'fpm'), script, { mode: 0o755 });
  process.env['USE_SYSTEM_FPM'] = 'true';
  process.env['PATH'] = `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

/**
 * Counts the packed files and reads the fuses. @throws when app.asar contains an unexpected file or a secret
 */
async function inspectPackage(folder: string): Promise<Pick<Packaged, 'asarFiles' | 'fuses'>> {
  const archive = globSync(['resources/app.asar', '*.app/Contents/Resources/app.asar'], {
    cwd: folder,
  })[0];
  const files = readAsar(join(folder, archive ?? 'resources/app.asar'));
  const problems = asarProblems(files, realpathSync(root), process.env);
  if (problems.length > 0)
    throw new Error(
      `In app.asar: ${problems.length} problems: ${problems.slice(0, 10).join('; ')}.`,
    );
  console.log(`app.asar: ${files.length} files, all expected.`);
  const fuses = await readFuses(programIn(folder, process.platform));
  const wrong = fuses.filter(({ wanted, found }) => found !== null && found !== wanted);
  if (wrong.length > 0) throw new Error(`Not burnt: ${wrong.map(({ name }) => name).join(', ')}.`);
  for (const { name, found } of fuses)
    console.log(
      `fuse ${name}: ${found === null ? 'not known to this runtime' : found ? 'on' : 'off'}`,
    );
  console.log(`In ${relative(root, folder)} and beside it.`);
  return { asarFiles: files.length, fuses };
}

function works(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => globSync(join(folder, program)).length > 0);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
