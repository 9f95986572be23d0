/** Legal information shipped with the app: license texts, and a CycloneDX list of its parts. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** A package that is, in part or whole, inside the app. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Texts of its licenses. */
  readonly texts: readonly string[];
  /** SHA-512 of the archive in hexadecimal, from the lock file; null for a package that is not locked. */
  readonly sha512: string | null;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Packages that the builder put into the app's three bundles. npm's list doesn't fit: it contains unused dependencies,
 * and leaves out packages that development needs as well.
 *
 * @throws for a package without its license text
 */
export function bundledPackages(): readonly Bundled[] {
  const lists = globSync('out/bundled/*.json', { cwd: root });
  const folders = new Set(lists.flatMap((list) => readJson(join(root, list)) as string[]));
  const lock = readJson(join(root, 'package-lock.json')) as Lock;
  return [...folders].toSorted().map((folder) => {
    const manifest = readJson(join(root, folder, 'package.json')) as Manifest;
    const { name, version, license = '' } = manifest;
    const texts = globSync('{LICEN[SC]E,COPYING,NOTICE}*', { cwd: join(root, folder) })
      .toSorted()
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    if (texts.length === 0) texts.push(textOf(manifest));
    const integrity = lock.packages[folder]?.integrity ?? '';
    const sha512 = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    return { name, version, license, texts, sha512: sha512 === '' ? null : sha512 };
  });
}

/** License text for packages that name their license but don't include it: MIT's is the same as ours. */
function textOf({ name, license, author }: Manifest): string {
  if (license !== 'MIT') throw new Error(`${name} has no text of its license to show.`);
  const holder = typeof author === 'object' ? author.name : author;
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return ours.replace(/^Copyright.*$/m, `Copyright (c) ${holder ?? `the authors of ${name}`}`);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/** The notices as one text. Electron and Chromium bring their own files, which lie beside it. */
export function noticesOf(packages: readonly Bundled[]): string {
  const head = [
    'Billfold contains the software below. Electron and Chromium, which it runs in, bring their own',
    'notices: LICENSE.electron.txt and LICENSES.chromium.html.',
  ].join('\n');
  const parts = packages.map(({ name, version, license, texts }) =>
    [`${name} ${version} (${license})`, ...texts].join('\n\n'),
  );
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Parts list in CycloneDX 1.6. @param made build time in ISO 8601 */
export function bomOf(
  app: { readonly version: string; readonly electron: string; readonly made: string },
  packages: readonly Bundled[],
): object {
  const purl = (name: string, version: string): string =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const licenses = (license: string) =>
    /[ ()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
  const self = purl('billfold', app.version);
  const electron = purl('electron', app.electron);
  const components = packages.map(({ name, version, license, sha512 }) => ({
    type: 'library',
    'bom-ref': purl(name, version),
    name,
    version,
    purl: purl(name, version),
    licenses: licenses(license),
    ...(sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
  }));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: app.made,
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'billfold',
        version: app.version,
        purl: self,
        licenses: licenses('MIT'),
      },
    },
    components: [
      {
        type: 'framework',
        'bom-ref': electron,
        name: 'electron',
        version: app.electron,
        purl: electron,
        licenses: licenses('MIT'),
      },
      ...components,
    ],
    dependencies: [
      { ref: self, dependsOn: [electron, ...components.map((component) => component.purl)] },
    ],
  };
}
