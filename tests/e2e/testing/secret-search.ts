import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A place that a secret might have reached. */
export interface Place {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Forms in which a secret may occur: plain, as UTF-16 in both byte orders, URL-encoded, in hex, reversed, and
 * in both alphabets of base64 at any offset.
 */
export function formsOf(secret: string): readonly Buffer[] {
  const plain = Buffer.from(secret, 'utf8');
  const texts = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    plain.toString('hex'),
    plain.toString('hex').toUpperCase(),
    Buffer.from(plain.toReversed()).toString('latin1'),
    ...base64Forms(plain),
  ];
  const wide = Buffer.from(secret, 'utf16le');
  return [...new Set(texts)]
    .map((text) => Buffer.from(text, 'latin1'))
    .concat([wide, Buffer.from(wide).swap16()]);
}

/** The base64 characters that do not depend on neighboring bytes, at each offset. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    const certain = whole.slice(before === 0 ? 0 : before + 1, -3);
    return [certain, certain.replaceAll('-', '+').replaceAll('_', '/')];
  });
}

/** Names of the places with a secret, in any of its forms. */
export function findSecret(secret: string, places: readonly Place[]): string[] {
  const forms = formsOf(secret);
  return places
    .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
    .map(({ name }) => name);
}

/** Every file below a folder. Files that vanish meanwhile are left out. */
export function filesBelow(folder: string): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      try {
        return [{ name: relative(folder, path), bytes: readFileSync(path) }];
      } catch {
        return [];
      }
    });
}

export function textPlace(name: string, text: string): Place {
  return { name, bytes: Buffer.from(text, 'utf8') };
}
