import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asarProblems } from './asar.ts';
import { buildInputs, variablesOf } from './build-inputs.ts';
import { configOf, unsigned } from './config.ts';
import { drawingHash, icnsOf, icoOf, SIZES } from './icons.ts';
import { bomProblems } from './check-bom.ts';
import { bomOf, noticesOf, type Bundled } from './legal.ts';
import { copyrightOf, debianChangelog, metainfoOf } from './linux-files.ts';

const icons = join(import.meta.dirname, 'icons');
const picture = (size: number): Buffer => readFileSync(join(icons, `linux/${size}x${size}.png`));

test('each picture matches the drawing and has its size', () => {
  const sides = SIZES.map((size) => [
    picture(size).readUInt32BE(16),
    picture(size).readUInt32BE(20),
  ]);
  expect([readFileSync(join(icons, 'made-from.txt'), 'utf8').trim(), sides]).toEqual([
    drawingHash(),
    SIZES.map((size) => [size, size]),
  ]);
});

test('the .ico holds the pictures where its directory says', () => {
  const ico = readFileSync(join(icons, 'icon.ico'));
  const entries = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => 6 + 16 * index);
  const held = entries.map((at) => {
    const offset = ico.readUInt32LE(at + 12);
    const size = ico.readUInt8(at) === 0 ? 256 : ico.readUInt8(at);
    const png = ico.subarray(offset, offset + ico.readUInt32LE(at + 8));
    return { size, same: png.equals(picture(size)) };
  });
  expect([held, icoOf(picture).equals(ico)]).toEqual([
    [16, 24, 32, 48, 64, 128, 256].map((size) => ({ size, same: true })),
    true,
  ]);
});

test('the .icns is whole: each block ends where the next begins', () => {
  for (const icns of [readFileSync(join(icons, 'icon.icns')), icnsOf(picture)]) {
    const types: string[] = [];
    let at = 8;
    while (at < icns.length) {
      types.push(`${icns.toString('ascii', at, at + 4)} ${icns.readUInt32BE(at + 8 + 16)}`);
      at += icns.readUInt32BE(at + 4);
    }
    expect([icns.toString('ascii', 0, 4), icns.readUInt32BE(4), at, types]).toEqual([
      'icns',
      icns.length,
      icns.length,
      [
        'icp4 16',
        'icp5 32',
        'ic11 32',
        'ic12 64',
        'ic07 128',
        'ic13 256',
        'ic08 256',
        'ic14 512',
        'ic09 512',
        'ic10 1024',
      ],
    ]);
  }
});

test('files and texts that must not be in app.asar are named', () => {
  const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
  const files = [
    { path: 'package.json', text: '{}' },
    { path: 'main/index.js', text: 'start()' },
    { path: 'main/chunks/parse-json-CUa7.js', text: 'x' },
    { path: 'preload/index.cjs', text: 'x' },
    { path: 'renderer/assets/index-B_w.css', text: 'x' },
    { path: 'renderer/assets/index.js.map', text: '{}' },
    { path: 'main/index.test.js', text: 'x' },
    { path: 'main/index.ts', text: 'x' },
    { path: 'main/sandbox.js', text: 'x\n//# sourceMappingURL=sandbox.js.map' },
    { path: 'main/key.js', text: key },
    { path: 'main/built.js', text: '"/home/ada/billfold/src"' },
    { path: 'main/told.js', text: '"not-a-real-secret"' },
  ];
  const variables = { RELEASE_TOKEN: 'not-a-real-secret', SHORT_TOKEN: 'x', PATH: '/home/ada' };
  expect(asarProblems(files, '/home/ada/billfold', variables)).toEqual([
    'renderer/assets/index.js.map is not expected',
    'main/index.test.js is not expected',
    'main/index.ts is not expected',
    'main/sandbox.js names a source map',
    'main/key.js holds a secret',
    'main/built.js names the folder it was built in',
    'main/told.js holds the value of RELEASE_TOKEN',
  ]);
});

test('a package that will not be signed names what is missing', () => {
  const apple = {
    APPLE_API_KEY: 'k',
    APPLE_API_KEY_ID: 'i',
    APPLE_API_ISSUER: 'j',
    CSC_LINK: 'c',
    CSC_KEY_PASSWORD: 'p',
  };
  expect([
    unsigned('darwin', { ...apple, APPLE_API_KEY: '' }),
    unsigned('darwin', apple),
    unsigned('win32', apple),
    unsigned('linux', {}),
  ]).toEqual([
    ['No notarization: APPLE_API_KEY not set.'],
    [],
    ['No signature on Windows: WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD not set.'],
    [],
  ]);
});

test('the list of parts and the notices name every bundled package, and Electron', () => {
  const part: Bundled = {
    name: '@scope/part',
    version: '1.2.3',
    license: 'MIT',
    texts: ['May be used.'],
    sha512: 'ab',
  };
  const self = { version: '0.1.0', electron: '45.4.1', made: '2026-11-22T00:00:00.000Z' };
  expect([noticesOf([part]), bomOf(self, [part])]).toEqual([
    expect.stringContaining('\n@scope/part 1.2.3 (MIT)\n\nMay be used.\n'),
    expect.objectContaining({
      bomFormat: 'CycloneDX',
      components: [
        expect.objectContaining({ purl: 'pkg:npm/electron@45.4.1' }),
        {
          type: 'library',
          'bom-ref': 'pkg:npm/%40scope/part@1.2.3',
          name: '@scope/part',
          version: '1.2.3',
          purl: 'pkg:npm/%40scope/part@1.2.3',
          licenses: [{ license: { id: 'MIT' } }],
          hashes: [{ alg: 'SHA-512', content: 'ab' }],
        },
      ],
      dependencies: [
        {
          ref: 'pkg:npm/billfold@0.1.0',
          dependsOn: ['pkg:npm/electron@45.4.1', 'pkg:npm/%40scope/part@1.2.3'],
        },
      ],
    }),
  ]);
});

test('the list of parts fits the schema of CycloneDX 1.6, and an error in it is named', () => {
  const part = (license: string): Bundled => ({
    ...{
      name: `@scope/part-${license.length}`,
      version: '1.2.3',
      license,
      texts: ['May be used.'],
    },
    sha512: 'ab'.repeat(64),
  });
  const self = { version: '0.1.0', electron: '45.4.1', made: '2026-11-22T00:00:00.000Z' };
  const right = bomOf(self, [part('MIT'), part('(MIT OR Apache-2.0)')]);
  const [wrong = ''] = bomProblems(bomOf(self, [part('No-License')]));
  expect([bomProblems(right), wrong]).toEqual([
    [],
    expect.stringMatching(/^\/components\/1\/licenses/),
  ]);
});

const made = {
  version: '1.2.3',
  electron: '45.4.1',
  homepage: 'https://billfold.example/?a&b',
  maintainer: 'Ada <ada@billfold.example>',
  updateFeed: '',
  updateKey: '',
  madeAt: Date.UTC(2026, 10, 24, 9, 5) / 1000,
} as const;
const app = { version: '1.2.3', electron: '45.4.1' };

test('a package has the inputs it is given, and yields the same ones', () => {
  expect(buildInputs(app, variablesOf(made), true)).toEqual(made);
});

test('packaging takes the hash of each runtime from Electron’s npm package, which the lock file covers', () => {
  const plan = { ...{ app: '', legal: '', linux: '', output: '' }, inputs: made, env: {} };
  const { electronDownload } = configOf({ ...plan, runtime: null });
  const systems = ['linux-x64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];
  const hashes = systems.map(
    (system) => electronDownload.checksums[`electron-v${made.electron}-${system}.zip`],
  );
  expect(hashes).toEqual(systems.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
});

test.each([
  ['no maintainer', { BILLFOLD_MAINTAINER: '' }],
  ['a maintainer without an address', { BILLFOLD_MAINTAINER: 'Ada' }],
  ['no home page', { BILLFOLD_HOMEPAGE: '' }],
  ['a home page without TLS', { BILLFOLD_HOMEPAGE: 'http://billfold.example' }],
  ['an invalid time', { SOURCE_DATE_EPOCH: 'today' }],
])('there is no release with %s', (_what, change) => {
  expect(() => buildInputs(app, { ...variablesOf(made), ...change }, true)).toThrow(
    /^Set BILLFOLD_HOMEPAGE to an https address, BILLFOLD_MAINTAINER to "Name <address>"/,
  );
});

test('a package that is not a release names no maintainer and no home page', () => {
  const { homepage, maintainer } = buildInputs(app, { SOURCE_DATE_EPOCH: '0' }, false);
  const about = { ...made, homepage, maintainer };
  expect([
    homepage,
    maintainer,
    metainfoOf(about, ['New.'], ['Neu.']).includes('<url'),
    copyrightOf('MIT License\n\nCopyright (c) 2026 Ada\n\nFree.', about).includes('Source:'),
  ]).toEqual([null, 'Built from source <root@localhost>', false, false]);
});

test('Debian’s changelog and the software center’s entry describe the version’s changes', () => {
  const long =
    'A bill has a menu of its own, by right-click and by keys: copy its number & amount.';
  const metainfo = metainfoOf(made, ['_New_ <here>.'], ['Neu.']);
  expect([
    debianChangelog({ ...made, version: '1.2.3-before' }, ['_What’s new_ is new.', long]),
    /<url.*<\/url>/.exec(metainfo)?.[0],
    metainfo.slice(metainfo.indexOf('  <releases>')),
  ]).toEqual([
    `billfold (1.2.3~before) stable; urgency=medium

  * What’s new is new.
  * A bill has a menu of its own, by right-click and by keys: copy its number
    & amount.

 -- Ada <ada@billfold.example>  Tue, 24 Nov 2026 09:05:00 +0000
`,
    '<url type="homepage">https://billfold.example/?a&amp;b</url>',
    `  <releases>
    <release version="1.2.3" date="2026-11-24">
      <description>
        <ul>
          <li>New &lt;here&gt;.</li>
          <li xml:lang="de">Neu.</li>
        </ul>
      </description>
    </release>
  </releases>
</component>
`,
  ]);
});

test.each([
  ['its result', 'return 3;', 3, ''],
  ['1 and the reason, when it fails', "throw new Error('No disk.');", 1, 'No disk.\n'],
])('after electron-builder a program exits with %s', (_what, end, status, said) => {
  const script = `
    import { createRequire } from 'node:module';
    import { runAndExit } from './run-and-exit.ts';
    // electron-builder's library for temporary files.
    const { TmpDir } = createRequire(import.meta.resolve('electron-builder'))('temp-file');
    await runAndExit(async () => {
      await new TmpDir('test').getTempFile({});
      ${end}
    });`;
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect([ran.status, ran.stderr]).toEqual([status, said]);
});
