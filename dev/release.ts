/**
 * Makes what a release needs besides its packages, in their folder:
 *
 *     node dev/release.ts sign FOLDER PAGE [STAGING]
 *         latest.json, which installations look at, signed with the private key in BILLFOLD_RELEASE_KEY;
 *         and SHA256SUMS for people. PAGE is where people get it; STAGING how many of 100 are offered it.
 *     node dev/release.ts keys
 *         A new pair of keys: the private one is for the release environment, the public one for builds.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
} from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangelog } from '../src/base/changelog.ts';
import { readRelease, signedBytes, type ReleaseFile } from '../src/main/updates/release.ts';

const root = resolve(import.meta.dirname, '..');
const LIST = 'latest.json';
const SUMS = 'SHA256SUMS';

export interface ReleaseFacts {
  readonly folder: string;
  readonly version: string;
  readonly changelog: string;
  readonly page: string;
  readonly staging: number;
  /** PKCS8, base64. */
  readonly privateKey: string;
}

/** Writes the signed list and the checksums. @throws when an installation would refuse the list */
export function signRelease(facts: ReleaseFacts): void {
  const { folder, version, page, staging } = facts;
  const names = readdirSync(folder)
    .filter((name) => name !== LIST && name !== SUMS && statSync(join(folder, name)).isFile())
    .toSorted();
  const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));
  const files = names.flatMap((name) => {
    const taken = takenBy(name);
    if (taken === null) return [];
    const bytes = bytesOf(name);
    return [{ ...taken, name, size: bytes.length, sha512: hashOf('sha512', bytes, 'base64') }];
  });
  const notes = notesOf(facts.changelog, version);
  const release = JSON.stringify({ product: 'billfold', version, notes, page, staging, files });
  const key = createPrivateKey({
    key: Buffer.from(facts.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signature = sign(null, signedBytes(release), key).toString('base64');
  const list = JSON.stringify({ release, signature });
  // Read the list as an installation does: don't release one that it would refuse.
  const read = readRelease(list, publicText(createPublicKey(key)));
  if (!read.ok) throw new Error(`The release is not what installations read: ${read.error}.`);
  if (files.length === 0) throw new Error('No package in the folder can be installed by Billfold.');
  writeFileSync(join(folder, LIST), list);
  const sums = [...names, LIST].map(
    (name) => `${hashOf('sha256', bytesOf(name), 'hex')}  ${name}\n`,
  );
  writeFileSync(join(folder, SUMS), sums.join(''));
}

/** Installations a package is for, by its name; null when another installer handles it. */
export function takenBy(name: string): Pick<ReleaseFile, 'platform' | 'arch' | 'kind'> | null {
  const arch = /(universal|arm64|aarch64|x64|x86_64)\.\w+$/.exec(name)?.[1];
  if (arch === undefined) return null;
  const known = { aarch64: 'arm64', x86_64: 'x64' } as const;
  const as = arch === 'aarch64' || arch === 'x86_64' ? known[arch] : (arch as ReleaseFile['arch']);
  if (name.endsWith('.AppImage')) return { platform: 'linux', arch: as, kind: 'AppImage' };
  if (name.endsWith('.exe')) return { platform: 'win32', arch: as, kind: 'nsis' };
  return name.endsWith('.zip') ? { platform: 'darwin', arch: as, kind: 'zip' } : null;
}

/**
 * Bullets under a version's heading. @throws when there are none, because a release must describe its changes
 */
export function notesOf(changelog: string, version: string): readonly string[] {
  const { notes } = readChangelog(changelog).find((each) => each.version === version) ?? {};
  if (!notes?.length) throw new Error(`CHANGELOG.md has nothing under "## ${version}".`);
  return notes;
}

function hashOf(algorithm: string, bytes: Buffer, form: 'base64' | 'hex'): string {
  return createHash(algorithm).update(bytes).digest(form);
}

function publicText(key: ReturnType<typeof createPublicKey>): string {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

function run([command, folder, page, staging = '100']: readonly string[]): void {
  if (command === 'keys') {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    console.log(`BILLFOLD_UPDATE_KEY=${publicText(publicKey)}\nBILLFOLD_RELEASE_KEY=${secret}`);
    return;
  }
  const privateKey = process.env['BILLFOLD_RELEASE_KEY'] ?? '';
  if (command !== 'sign' || folder === undefined || page === undefined || privateKey === '')
    throw new Error(
      'node dev/release.ts sign FOLDER PAGE [STAGING], with BILLFOLD_RELEASE_KEY set.',
    );
  const text = (name: string): string => readFileSync(join(root, name), 'utf8');
  const { version } = JSON.parse(text('package.json')) as { version: string };
  const changelog = text('CHANGELOG.md');
  signRelease({ folder, version, changelog, page, staging: Number(staging), privateKey });
  console.log(readFileSync(join(folder, SUMS), 'utf8'));
}

if (import.meta.main) {
  try {
    run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
