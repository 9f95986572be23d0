import { canonicalJson } from '../base/canonical-json.ts';

/**
 * Parses JSON without losing data. A number that a double cannot hold exactly becomes text: in an account number, even
 * the 18th digit counts. If an object inside a list repeats a key with different values, the key gets a list of all of
 * them. A key `toString` becomes `to_string`: it would make `String` throw.
 * @throws SyntaxError like `JSON.parse`; also when an object outside a list repeats a key with different values, when
 * more than `MAX_REPEATS` keys repeat, when JSON with repeated keys is nested deeper than `MAX_LEVELS`, and for an
 * escaped key `toString`
 */
export function parseExactJson(text: string): unknown {
  // Most pages have no such number and no such key.
  const exact = MAY_BE_INEXACT.test(text) ? withInexactAsText(text) : text;
  const json = exact.replaceAll(/"toString"(?=\s*:)/g, '"to_string"');
  const value: unknown = JSON.parse(json);
  return countKeys(value) === countSentKeys(json)
    ? value
    : JSON.parse(withRepeatsNamed(json), joinRepeats);
}

/** Number of keys in a value. It goes level by level, because recursion could exhaust the stack. */
function countKeys(value: unknown): number {
  let count = 0;
  const open = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== 'object' || each === null) continue;
    if (Object.hasOwn(each, 'toString')) throw new SyntaxError('a key toString');
    const inner = Object.values(each);
    if (!Array.isArray(each)) count += inner.length;
    for (const next of inner) if (typeof next === 'object') open.push(next);
  }
  return count;
}

function countSentKeys(json: string): number {
  let count = 0;
  for (let begin = json.indexOf('"'); begin >= 0;) {
    const end = endOfText(json, begin);
    if (isBeforeColon(json, end)) count += 1;
    begin = json.indexOf('"', end);
  }
  return count;
}

function isBeforeColon(json: string, end: number): boolean {
  let at = end;
  while (json.charCodeAt(at) <= 0x20) at += 1;
  return json[at] === ':';
}

/** Separator between a repeated key and its number: a Unicode noncharacter, which no service sends. */
const REPEAT = { inList: '\uFFFE', outside: '\uFFFF' } as const;
/** Maximum depth of JSON with repeated keys: each level serializes everything below it again. */
const MAX_LEVELS = 32;
/** Maximum repeated keys. Only a hostile body has more; joining millions of them would block main. */
const MAX_REPEATS = 1_000;

/** Gives each repeated key of an object another name. */
function withRepeatsNamed(json: string): string {
  let written = '';
  const open: (Set<string> | 'list')[] = [];
  let repeats = 0;
  for (let at = 0; at < json.length;) {
    const begin = json.indexOf('"', at);
    const between = json.slice(at, begin < 0 ? undefined : begin);
    for (const [sign] of between.matchAll(/[{}[\]]/g)) {
      if (sign === '{' || sign === '[') open.push(sign === '{' ? new Set() : 'list');
      else open.pop();
    }
    if (open.length > MAX_LEVELS) throw new SyntaxError('a repeated key in a deep value');
    at = begin < 0 ? json.length : endOfText(json, begin);
    const text = begin < 0 ? '' : json.slice(begin, at);
    const keys = open.at(-1);
    let key = text;
    if (keys instanceof Set && text !== '' && isBeforeColon(json, at)) {
      const sent = String(JSON.parse(text));
      const mark = open.includes('list') ? REPEAT.inList : REPEAT.outside;
      if (keys.has(sent)) repeats += 1;
      if (repeats > MAX_REPEATS) throw new SyntaxError('too many repeated keys');
      const name = keys.has(sent) ? `${sent}${mark}${keys.size}` : sent;
      keys.add(name);
      key = JSON.stringify(name);
    }
    written += between + key;
  }
  return written;
}

/** Reviver that joins the values of a repeated key in a list, or keeps one if they are equal. */
function joinRepeats(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const named = Map.groupBy(Object.entries(value), ([key]) => key.replace(/[\uFFFE\uFFFF].*/s, ''));
  return Object.fromEntries(
    [...named].map(([name, entries]): [string, unknown] => {
      const [first, ...others] = entries.map(([, each]): unknown => each);
      if (others.every((each) => canonicalJson(each) === canonicalJson(first)))
        return [name, first];
      if (entries.some(([key]) => key.includes(REPEAT.outside)))
        throw new SyntaxError(`several values of ${name}`);
      return [name, [first, ...others]];
    }),
  );
}

/** A number with more than 15 digits or with an exponent, where JSON allows a number. */
const MAY_BE_INEXACT = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i;

const NUMBERS = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Quotes inexact numbers. A reviver, or one expression for all texts, would recurse: a page may be arbitrarily deep or
 * long.
 */
function withInexactAsText(json: string): string {
  let written = '';
  for (let at = 0; at < json.length;) {
    const begin = json.indexOf('"', at);
    const between = json.slice(at, begin < 0 ? undefined : begin);
    written += between.replace(NUMBERS, (number) =>
      isSameNumber(number, String(Number(number))) ? number : `"${number}"`,
    );
    const end = begin < 0 ? json.length : endOfText(json, begin);
    if (begin >= 0) written += json.slice(begin, end);
    at = end;
  }
  return written;
}

/** Index after the closing quote of the text that begins at `begin`. */
function endOfText(json: string, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = json.indexOf('"', at);
    if (at === -1) return json.length;
    let escapes = 0;
    while (json.charAt(at - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

/**
 * Whether a number equals its nearest double, written as text. The digits decide: rounding changes neither the sign nor
 * the power of ten, except to zero or to infinity.
 */
function isSameNumber(number: string, double: string): boolean {
  return digitsOf(number) === digitsOf(double);
}

/** Digits without the zeros at both ends; undefined for infinity. */
function digitsOf(text: string): string | undefined {
  const digits = /[\d.]+/.exec(text)?.[0].replace('.', '').replace(/^0+/, '');
  let end = digits?.length ?? 0;
  // An expression for the zeros at the end would begin at each zero, in quadratic time.
  while (digits?.[end - 1] === '0') end -= 1;
  return digits?.slice(0, end);
}
