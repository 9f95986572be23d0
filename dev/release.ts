/**
 * Makes the keys, lists and signatures of releases (docs/releasing.md):
 *
 *     node dev/release.ts keys
 *         A new pair of keys.
 *     node dev/release.ts delegate DAYS THRESHOLD PUBLIC_KEY…
 *         The list of release keys, signed with the root key in BILLFOLD_ROOT_KEY. THRESHOLD keys must sign a release.
 *     node dev/release.ts sign FOLDER PAGE [STAGING]
 *         latest.json for installations, and SHA256SUMS for users. PAGE is the download page; STAGING the number
 *         of installations out of 100 that are offered the release.
 *     node dev/release.ts renew LATEST_JSON [STAGING]
 *         The same release with a new serial and dates.
 *     node dev/release.ts cosign LATEST_JSON
 *         One more signature.
 *
 * The last three take the private key from BILLFOLD_RELEASE_KEY, the list of release keys from BILLFOLD_RELEASE_KEYS,
 * the root's public key from BILLFOLD_UPDATE_KEY, and versions to revoke from BILLFOLD_REVOKED, with spaces between.
 */
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readChangelog } from '../src/base/changelog.ts';
import {
  readRelease,
  releaseListSchema,
  signedBytes,
  signedTextSchema,
  type Release,
  type ReleaseFile,
  type SignedText,
} from '../src/main/updates/release.ts';

const root = resolve(import.meta.dirname, '..');
const LIST = 'latest.json';
const SUMS = 'SHA256SUMS';
/** A list expires after this many days. After 60 days without a new one, installations show a notice. */
const LIST_DAYS = 45;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Facts for each signature of a list. */
export interface Signing {
  /** PKCS8, base64. */
  readonly privateKey: string;
  readonly releaseKeys: SignedText;
  /** SPKI, base64. */
  readonly rootKey: string;
  readonly nowMs: number;
}

export interface ReleaseFacts extends Signing {
  readonly folder: string;
  readonly version: string;
  readonly changelog: string;
  readonly page: string;
  readonly staging: number;
  readonly revoked: readonly string[];
}

/** Signs the list of release keys. @param privateKey the root key, PKCS8, base64 */
export function delegate(
  privateKey: string,
  { days, ...given }: { days: number; threshold: number; keys: readonly string[]; nowMs: number },
): SignedText {
  const { threshold, keys, nowMs } = given;
  const { serial, expiresAt } = datesOf(nowMs, days);
  const text = JSON.stringify({ product: 'billfold', serial, expiresAt, threshold, keys });
  return { text, signatures: [signatureOf('keys', text, readPrivateKey(privateKey))] };
}

/** Writes the signed list and the checksums. @throws when an installation would refuse the list */
export function signRelease(facts: ReleaseFacts): void {
  const { folder, version, page, staging } = facts;
  const names = readdirSync(folder)
    .filter((name) => name !== LIST && name !== SUMS && statSync(join(folder, name)).isFile())
    .toSorted();
  const bytesOf = (name: string): Buffer => readFileSync(join(folder, name));
  const files = names.flatMap((name) => {
    const taken = installerFor(name);
    if (taken === null) return [];
    const bytes = bytesOf(name);
    return [{ ...taken, name, size: bytes.length, sha512: hashOf('sha512', bytes, 'base64') }];
  });
  const notes = notesOf(facts.changelog, version);
  const release = { version, notes, page, staging, revoked: [...facts.revoked], files };
  const list = listOf({ product: 'billfold', ...release }, facts);
  if (files.length === 0) throw new Error('No package in the folder can be installed by Billfold.');
  writeFileSync(join(folder, LIST), list);
  // The list needs no checksum: it is signed, and renewals would change it.
  const sums = names.map((name) => `${hashOf('sha256', bytesOf(name), 'hex')}  ${name}\n`);
  writeFileSync(join(folder, SUMS), sums.join(''));
}

/** The release of a list, signed again, with more versions revoked. @throws like `signRelease` */
export function renewList(
  list: string,
  { staging, revoked, ...signing }: Signing & Pick<ReleaseFacts, 'revoked'> & { staging?: number },
): string {
  const { release } = releaseListSchema.parse(JSON.parse(list));
  const old = JSON.parse(release.text) as Release;
  const all = [...new Set([...old.revoked, ...revoked])];
  return listOf({ ...old, revoked: all, staging: staging ?? old.staging }, signing);
}

/** Adds a signature to a list. @throws like `signRelease` */
export function cosignList(list: string, signing: Signing): string {
  const { keys, release } = releaseListSchema.parse(JSON.parse(list));
  const signature = signatureOf('release', release.text, readPrivateKey(signing.privateKey));
  const signatures = [...new Set([...release.signatures, signature])];
  return checked({ keys, release: { ...release, signatures } }, signing);
}

function listOf(
  release: Omit<Release, 'serial' | 'signedAt' | 'expiresAt'>,
  signing: Signing,
): string {
  const text = JSON.stringify({ ...release, ...datesOf(signing.nowMs, LIST_DAYS) });
  const signatures = [signatureOf('release', text, readPrivateKey(signing.privateKey))];
  return checked({ keys: signing.releaseKeys, release: { text, signatures } }, signing);
}

/** The serial is the time in seconds since 1970, so that no counter needs to be stored. */
function datesOf(nowMs: number, days: number) {
  return {
    serial: Math.floor(nowMs / 1_000),
    signedAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + days * DAY_MS).toISOString(),
  };
}

/** Reads a list as an installation does: don't release one that it would refuse. */
function checked(list: { keys: SignedText; release: SignedText }, { rootKey }: Signing): string {
  const text = JSON.stringify(list);
  const { threshold } = JSON.parse(list.keys.text) as { threshold: number };
  const missing = threshold - list.release.signatures.length;
  const read = readRelease(text, rootKey);
  if (!read.ok && !(read.error === 'badSignature' && missing > 0))
    throw new Error(`The release is not what installations read: ${read.error}.`);
  if (missing > 0) console.error(`${LIST} needs ${missing} more signatures: see cosign.`);
  return text;
}

function signatureOf(kind: 'keys' | 'release', text: string, key: KeyObject): string {
  return sign(null, signedBytes(kind, text), key).toString('base64');
}

function readPrivateKey(key: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
}

/** Platform, architecture and installer of a package, by its file name; null when Billfold doesn't install it itself. */
export function installerFor(name: string): Pick<ReleaseFile, 'platform' | 'arch' | 'kind'> | null {
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
export function notesOf(changelog: string, version: string): string[] {
  const { notes } = readChangelog(changelog).find((each) => each.version === version) ?? {};
  if (!notes?.length) throw new Error(`CHANGELOG.md has nothing under "## ${version}".`);
  return [...notes];
}

function hashOf(algorithm: string, bytes: Buffer, form: 'base64' | 'hex'): string {
  return createHash(algorithm).update(bytes).digest(form);
}

function makeKeys(): void {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const shown = publicKey.export({ format: 'der', type: 'spki' });
  console.log(`PUBLIC=${shown.toString('base64')}\nPRIVATE=${secret}`);
}

/** @throws when a variable is missing */
function variable(name: string): string {
  const value = process.env[name] ?? '';
  if (value === '') throw new Error(`${name} is not set. The head of dev/release.ts explains it.`);
  return value;
}

function readSigning(): Signing & Pick<ReleaseFacts, 'revoked'> {
  return {
    privateKey: variable('BILLFOLD_RELEASE_KEY'),
    releaseKeys: signedTextSchema.parse(JSON.parse(variable('BILLFOLD_RELEASE_KEYS'))),
    rootKey: variable('BILLFOLD_UPDATE_KEY'),
    nowMs: Date.now(),
    revoked: (process.env['BILLFOLD_REVOKED'] ?? '').split(' ').filter((each) => each !== ''),
  };
}

function signFolder(folder: string, page: string, staging = '100'): void {
  const text = (name: string): string => readFileSync(join(root, name), 'utf8');
  const { version } = JSON.parse(text('package.json')) as { version: string };
  const changelog = text('CHANGELOG.md');
  signRelease({ ...readSigning(), folder, version, changelog, page, staging: Number(staging) });
  console.log(readFileSync(join(folder, SUMS), 'utf8'));
}

function run([command, ...given]: readonly string[]): void {
  const [first = '', second = '', ...more] = given;
  const rewrite = (change: (list: string) => string): void =>
    writeFileSync(first, change(readFileSync(first, 'utf8')));
  if (command === 'keys') return makeKeys();
  if (command === 'delegate' && more.length > 0) {
    const facts = { days: Number(first), threshold: Number(second), keys: more };
    const signed = delegate(variable('BILLFOLD_ROOT_KEY'), { ...facts, nowMs: Date.now() });
    return console.log(JSON.stringify(signed));
  }
  if (command === 'sign' && second !== '') return signFolder(first, second, more[0]);
  if (command === 'cosign' && first !== '')
    return rewrite((list) => cosignList(list, readSigning()));
  if (command !== 'renew' || first === '')
    throw new Error('node dev/release.ts keys | delegate | sign | renew | cosign: see its head.');
  const staging = second === '' ? {} : { staging: Number(second) };
  rewrite((list) => renewList(list, { ...readSigning(), ...staging }));
}

if (import.meta.main) {
  try {
    run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
