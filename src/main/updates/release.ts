import { createPublicKey, verify } from 'node:crypto';
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
  /** SHA-512, base64. */
  sha512: z.base64().check(z.length(88)),
});
export type ReleaseFile = Readonly<z.infer<typeof releaseFileSchema>>;
/** Kind of file that an installation takes from a release. */
export type Target = Pick<ReleaseFile, 'platform' | 'arch' | 'kind'>;

const releaseSchema = z.object({
  product: z.literal('billfold'),
  version: z.string().check(z.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  notes: z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(200)),
  page: z.url({ protocol: /^https$/ }),
  /** Percentage of installations that are offered the release. */
  staging: z._default(z.int().check(z.minimum(0), z.maximum(100)), 100),
  files: z.array(releaseFileSchema).check(z.maxLength(50)),
});
/** A release, as signed with our key. */
export type Release = Readonly<z.infer<typeof releaseSchema>>;

/**
 * Answer of the release server: the release's text, and the signature of exactly that text
 * (base64).
 */
const signedReleaseSchema = z.object({ release: z.string(), signature: z.base64() });

/**
 * Bytes that are signed: the text with a prefix, so that no other text signed with the key can pass
 * for a release.
 */
export function signedBytes(release: string): Buffer {
  return Buffer.from(`billfold release 1\n${release}`, 'utf8');
}

/**
 * Reads a signed release. Checks the signature before it parses the content.
 * @param key our public key, Ed25519 (SPKI, base64)
 */
export function readRelease(
  text: string,
  key: string,
): Result<Release, 'malformed' | 'badSignature'> {
  const signed = signedReleaseSchema.safeParse(parseJson(text));
  if (!signed.success) return fail('malformed');
  const { release, signature } = signed.data;
  if (!isSigned(release, signature, key)) return fail('badSignature');
  const parsed = releaseSchema.safeParse(parseJson(release));
  return parsed.success ? succeed(parsed.data) : fail('malformed');
}

function isSigned(release: string, signature: string, key: string): boolean {
  const publicKey = createPublicKey({
    key: Buffer.from(key, 'base64'),
    format: 'der',
    type: 'spki',
  });
  // Another kind of key would change the signature algorithm.
  if (publicKey.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signedBytes(release), publicKey, Buffer.from(signature, 'base64'));
}

/** Whether version `a` is newer than `b`; a version is three numbers. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => left?.[place] !== right?.[place]);
  return at !== undefined && (left?.[at] ?? 0) > (right?.[at] ?? 0);
}
