import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import * as z from '../../base/zod.ts';
import { parseJson } from '../../base/parse-json.ts';
import { fail, succeed, type Result } from '../../base/result.ts';

/** One package of a release. */
const releaseFileSchema = z.object({
  platform: z.enum(['linux', 'darwin', 'win32']),
  arch: z.enum(['x64', 'arm64', 'universal']),
  kind: z.enum(['AppImage', 'nsis', 'zip']),
  /** A plain file name beside the release list; the download gets the same name. */
  name: z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,150}$/)),
  size: z.int().check(z.positive()),
  sha512: z.base64().check(z.length(88)),
});
export type ReleaseFile = Readonly<z.infer<typeof releaseFileSchema>>;
/** Kind of file that an installation takes from a release. */
export type Target = Pick<ReleaseFile, 'platform' | 'arch' | 'kind'>;

/** A version: three numbers. */
export const versionSchema = z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/));
/** Serial number of a signed text. Each later text of its kind has a higher one. */
const serial = z.int().check(z.positive());

const releaseSchema = z.object({
  product: z.literal('billfold'),
  version: versionSchema,
  notes: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(200)),
  page: z.url({ protocol: /^https$/ }),
  /** Percentage of installations that are offered the release. */
  staging: z._default(z.int().check(z.minimum(0), z.maximum(100)), 100),
  serial,
  signedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Versions that are no longer safe to install or run. */
  revoked: z.array(versionSchema).check(z.maxLength(1_000)),
  files: z.array(releaseFileSchema).check(z.maxLength(50)),
});
/** A release, as signed with our keys. */
export type Release = Readonly<z.infer<typeof releaseSchema>>;

/** The keys that sign releases, as signed with the root key. */
const keyListSchema = z.object({
  product: z.literal('billfold'),
  serial,
  expiresAt: z.iso.datetime(),
  /** Public keys, Ed25519 (SPKI, base64). */
  keys: z.array(z.base64()).check(z.minLength(1), z.maxLength(10)),
  /** Number of different keys that must sign a release. */
  threshold: z.int().check(z.minimum(1), z.maximum(10)),
});
export type KeyList = Readonly<z.infer<typeof keyListSchema>>;

/** A text, and signatures of exactly this text (base64). */
export const signedTextSchema = z.object({
  text: z.string(),
  signatures: z.array(z.base64()).check(z.maxLength(10)),
});
export type SignedText = Readonly<z.infer<typeof signedTextSchema>>;

/** Answer of the release server. */
export const releaseListSchema = z.object({ keys: signedTextSchema, release: signedTextSchema });

/** A release whose signatures are right, and the keys that signed it. */
export interface SignedRelease {
  readonly release: Release;
  readonly keys: KeyList;
}

/**
 * Bytes to sign: the text with its kind as a prefix, so that a signed text of another kind is not valid as this one.
 */
export function signedBytes(kind: 'keys' | 'release', text: string): Buffer {
  return Buffer.from(`billfold ${kind} 2\n${text}`, 'utf8');
}

/**
 * Reads a release list. Checks each signature before it parses the signed text.
 * @param rootKey the public key of this build, Ed25519 (SPKI, base64)
 */
export function readRelease(
  text: string,
  rootKey: string,
): Result<SignedRelease, 'malformed' | 'badSignature'> {
  const list = releaseListSchema.safeParse(parseJson(text));
  if (!list.success) return fail('malformed');
  const signed = list.data;
  const root = { keys: [rootKey], threshold: 1 };
  if (!isSigned('keys', signed.keys, root)) return fail('badSignature');
  const keys = keyListSchema.safeParse(parseJson(signed.keys.text));
  if (!keys.success) return fail('malformed');
  if (!isSigned('release', signed.release, keys.data)) return fail('badSignature');
  const release = releaseSchema.safeParse(parseJson(signed.release.text));
  return release.success ? succeed({ release: release.data, keys: keys.data }) : fail('malformed');
}

function isSigned(
  kind: 'keys' | 'release',
  { text, signatures }: SignedText,
  by: Pick<KeyList, 'keys' | 'threshold'>,
): boolean {
  const bytes = signedBytes(kind, text);
  const signers = by.keys.flatMap((key) => {
    const publicKey = readPublicKey(key);
    const hasSigned =
      publicKey !== null &&
      signatures.some((each) => verify(null, bytes, publicKey, Buffer.from(each, 'base64')));
    // The same key can have several spellings in base64.
    return hasSigned ? publicKey.export({ format: 'der', type: 'spki' }).toString('hex') : [];
  });
  return new Set(signers).size >= by.threshold;
}

/** @returns null for anything but an Ed25519 key, because another kind would change the signature algorithm */
function readPublicKey(key: string): KeyObject | null {
  try {
    const read = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
    return read.asymmetricKeyType === 'ed25519' ? read : null;
  } catch {
    return null;
  }
}

/** Newest list that an installation has seen. */
export interface SeenList {
  readonly keysSerial: number;
  readonly serial: number;
  /** Date of its signature, epoch milliseconds. */
  readonly signedAtMs: number;
}

/** Maximum validity of a list, whatever expiry it states, milliseconds. */
const LONGEST_MS = 45 * 86_400_000;

/**
 * Whether a list replaces the newest one seen. New keys start a new count of serials, because a thief of the old keys
 * may have used the highest one. The date must not go back either, unless the newest list is dated in the future.
 * @param nowMs epoch milliseconds; a clock behind the date of the last signature counts as that date
 */
export function isFresh(
  { release, keys }: SignedRelease,
  seen: SeenList | null,
  nowMs: number,
): 'fresh' | 'older' | 'expired' {
  const isOlder =
    seen !== null &&
    (keys.serial < seen.keysSerial ||
      (keys.serial === seen.keysSerial && release.serial < seen.serial) ||
      (seen.signedAtMs <= nowMs && Date.parse(release.signedAt) < seen.signedAtMs));
  if (isOlder) return 'older';
  const minMs = seen?.keysSerial === keys.serial ? seen.signedAtMs : 0;
  const endsMs = Math.min(
    Date.parse(release.expiresAt),
    Date.parse(release.signedAt) + LONGEST_MS,
    Date.parse(keys.expiresAt),
  );
  return Math.max(nowMs, minMs) < endsMs ? 'fresh' : 'expired';
}

/** Whether version `a` is newer than `b`; a version is three numbers. */
export function isNewer(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) > 0;
}
