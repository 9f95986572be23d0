import { canonicalJson } from '../../src/base/canonical-json.ts';

const texts = new WeakMap<object, string>();

/** The canonical text of a value that never changes; made once for each. */
export function textOf(value: object): string {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = canonicalJson(value);
  texts.set(value, text);
  return text;
}
