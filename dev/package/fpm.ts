/**
 * Replaces fpm, which electron-builder calls for .deb and .rpm and which is in no registry. It uses Debian's
 * dpkg-deb and rpmbuild, and refuses arguments that electron-builder does not use. Times and modes don't
 * depend on the builder, so that packages are reproducible.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  globSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { NO_HOMEPAGE } from './build-inputs.ts';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    s: { type: 'string', short: 's' },
    t: { type: 'string', short: 't' },
    depends: { type: 'string', short: 'd', multiple: true },
    force: { type: 'boolean' },
    'deb-recommends': { type: 'string', multiple: true },
    'deb-compression': text,
    'deb-priority': text,
    'rpm-os': text,
    'rpm-compression': text,
    architecture: text,
    category: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
  },
});

type Texts = Exclude<keyof typeof values, 'depends' | 'deb-recommends' | 'force'>;
const value = (name: Texts): string => {
  const given = values[name];
  if (given === undefined) throw new Error(`--${name} is missing.`);
  return given;
};

const work = mkdtempSync(join(tmpdir(), 'billfold-fpm-'));
try {
  const tree = join(work, 'tree');
  for (const mapping of positionals) copyMapping(tree, mapping);
  if (value('t') === 'deb') makeDeb(tree);
  else makeRpm(tree);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Copies what fpm's argument names: `from/=to` the content of a folder, `from=to` one file. */
function copyMapping(tree: string, mapping: string): void {
  const [from = '', to = ''] = mapping.split('=');
  const target = join(tree, to);
  mkdirSync(from.endsWith('/') ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  if (!from.endsWith('/')) chmodSync(target, 0o644);
}

/** Gives each file the release's time, and a mode independent of the builder's umask. */
function makeReproducible(tree: string): void {
  const madeAt = Number(process.env['SOURCE_DATE_EPOCH']);
  for (const path of ['', ...globSync('**/*', { cwd: tree })]) {
    const full = join(tree, path);
    const entry = lstatSync(full);
    const isProgram = (entry.mode & 0o100) !== 0 && !/\.so(\.\d+)*$/.test(path);
    if (!entry.isSymbolicLink()) chmodSync(full, entry.isDirectory() || isProgram ? 0o755 : 0o644);
    lutimesSync(full, madeAt, madeAt);
  }
}

function makeDeb(tree: string): void {
  const [summary = '', ...details] = value('description').trim().split('\n');
  const control = [
    `Package: ${value('name')}`,
    `Version: ${value('version')}`,
    `Architecture: ${value('architecture')}`,
    `Maintainer: ${value('maintainer')}`,
    `Installed-Size: ${Math.ceil(filesIn(tree).reduce((sum, file) => sum + lstatSync(join(tree, file)).size, 0) / 1024)}`,
    `Depends: ${values.depends?.join(', ') ?? ''}`,
    `Recommends: ${values['deb-recommends']?.join(', ') ?? ''}`,
    `Section: ${value('category')}`,
    `Priority: ${value('deb-priority')}`,
    ...(value('url') === NO_HOMEPAGE ? [] : [`Homepage: ${value('url')}`]),
    `Description: ${summary}`,
    ...details.map((line) => ` ${line.trim() === '' ? '.' : line.trim()}`),
  ];
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder);
  writeFileSync(join(folder, 'control'), `${control.join('\n')}\n`);
  for (const [name, script] of [
    ['postinst', value('after-install')],
    ['postrm', value('after-remove')],
  ] as const)
    writeFileSync(join(folder, name), readFileSync(script), { mode: 0o755 });
  makeReproducible(tree);
  const compression = value('deb-compression').replace('gz', 'gzip');
  run('dpkg-deb', '--root-owner-group', `-Z${compression}`, '-b', tree, value('package'));
}

function makeRpm(tree: string): void {
  const script = (name: 'after-install' | 'after-remove'): string =>
    readFileSync(value(name), 'utf8').replaceAll('%', '%%');
  const spec = [
    `Name: ${value('name')}`,
    `Version: ${value('version')}`,
    'Release: 1',
    `Summary: ${value('description').trim().split('\n')[0] ?? ''}`,
    `License: ${value('license')}`,
    ...(value('url') === NO_HOMEPAGE ? [] : [`URL: ${value('url')}`]),
    `Vendor: ${value('vendor')}`,
    // Requirements are listed below, not guessed from libraries.
    'AutoReqProv: no',
    ...(values.depends ?? []).map((name) => `Requires: ${name}`),
    '%description',
    value('description').trim(),
    `%post\n${script('after-install')}`,
    `%postun\n${script('after-remove')}`,
    '%files',
    '%defattr(-,root,root)',
    ...filesIn(tree).map((file) => `"/${file}"`),
  ];
  const file = join(work, 'billfold.spec');
  writeFileSync(file, `${spec.join('\n')}\n`);
  makeReproducible(tree);
  const define = (name: string, to: string): string[] => ['--define', `${name} ${to}`];
  run(
    'rpmbuild',
    '-bb',
    '--quiet',
    `--target=${value('architecture')}`,
    `--buildroot=${tree}`,
    ...define('_topdir', join(work, 'rpm')),
    ...define('_rpmfilename', 'made.rpm'),
    ...define('_rpmdir', work),
    // Always gzip: xz takes minutes, and this package is for inspection only.
    ...define('_binary_payload', 'w3.gzdio'),
    // Otherwise rpmbuild strips programs and drops files without debug symbols.
    ...define('__os_install_post', '%{nil}'),
    ...define('debug_package', '%{nil}'),
    ...define('_build_id_links', 'none'),
    ...define('_buildhost', 'localhost'),
    ...define('use_source_date_epoch_as_buildtime', '1'),
    file,
  );
  cpSync(join(work, 'made.rpm'), value('package'));
}

function filesIn(tree: string): string[] {
  return globSync('**/*', { cwd: tree }).filter(
    (file) => !lstatSync(join(tree, file)).isDirectory(),
  );
}

function run(program: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    throw new Error(`${program} failed: ${error?.message ?? `exit code ${status}`}`);
}
