import { isNested } from '../../base/is-object.ts';

/**
 * Parses JSON without losing data. A number that a double cannot hold exactly becomes text: in an account number, even
 * the 18th digit counts. If an object inside a list repeats a key with different values, the key gets a list of all of
 * them. A key `toString` becomes `to_string`: it would make `String` throw.
 * @throws SyntaxError like `JSON.parse`; also when an object outside a list repeats a key with different values, when
 * more than `MAX_REPEATS` keys repeat, and for an escaped key `toString`
 */
export function parseExactJson(text: string): unknown {
  // Most pages have no such number and no such key.
  const exact = MAY_BE_INEXACT.test(text) ? withInexactAsText(text) : text;
  const json = exact.replaceAll(/"toString"(?=\s*:)/g, '"to_string"');
  const value: unknown = JSON.parse(json);
  return countKeys(value) === countSentKeys(json)
    ? value
    : withRepeatsJoined(JSON.parse(withRepeatsNamed(json)));
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
/** Maximum repeated keys. Only a hostile body has more; joining millions of them would block main. */
const MAX_REPEATS = 1_000;

/** Gives each repeated key of an object another name. */
function withRepeatsNamed(json: string): string {
  const open: (Set<string> | 'list')[] = [];
  let lists = 0;
  let repeats = 0;
  const follow = (between: string): string => {
    for (const [sign] of between.matchAll(/[{}[\]]/g)) {
      if (sign === '[') lists += 1;
      if (sign === '{' || sign === '[') open.push(sign === '{' ? new Set() : 'list');
      else if (open.pop() === 'list') lists -= 1;
    }
    return between;
  };
  return rewritten(json, follow, (text, end) => {
    const keys = open.at(-1);
    if (!(keys instanceof Set) || !isBeforeColon(json, end)) return text;
    const sent = String(JSON.parse(text));
    const mark = lists > 0 ? REPEAT.inList : REPEAT.outside;
    if (keys.has(sent)) repeats += 1;
    if (repeats > MAX_REPEATS) throw new SyntaxError('too many repeated keys');
    const name = keys.has(sent) ? `${sent}${mark}${keys.size}` : sent;
    keys.add(name);
    return JSON.stringify(name);
  });
}

/** Joins the values of each repeated key. A reviver would recurse: a page may be arbitrarily deep. */
function withRepeatsJoined(value: unknown): unknown {
  const repeating: Record<string, unknown>[] = [];
  const open = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (!isNested(each)) continue;
    if (Object.keys(each).some((key) => MARK.test(key)))
      repeating.push(each as (typeof repeating)[0]);
    for (const inner of Object.values(each)) if (isNested(inner)) open.push(inner);
  }
  // Inner objects come after outer ones, but must be joined first: outer values are compared in their final form.
  for (const each of repeating.toReversed()) joinRepeats(each);
  return value;
}

const MARK = /[\uFFFE\uFFFF].*/s;

/** Replaces the values of a repeated key by a list of them, or by one if they are equal. */
function joinRepeats(fields: Record<string, unknown>): void {
  const named = Map.groupBy(Object.keys(fields), (key) => key.replace(MARK, ''));
  for (const [name, keys] of named) {
    // A service may send a mark itself.
    if (keys.length === 1 || !Object.hasOwn(fields, name)) continue;
    const [first, ...others] = keys.map((key) => fields[key]);
    const isOne = others.every((each) => isSame(first, each));
    if (!isOne && keys.some((key) => key.includes(REPEAT.outside)))
      throw new SyntaxError(`several values of ${name}`);
    fields[name] = isOne ? first : [first, ...others];
    for (const key of keys) if (key !== name) delete fields[key];
  }
}

/** Whether JSON values are equal. Takes no longer than reading the smaller one: repeats may be inside of repeats. */
function isSame(one: unknown, other: unknown): boolean {
  const open: (readonly [unknown, unknown])[] = [[one, other]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (!isNested(left) || !isNested(right) || Array.isArray(left) !== Array.isArray(right))
      return false;
    const [entries, fields] = [Object.entries(left), new Map(Object.entries(right))];
    if (entries.length !== fields.size || entries.some(([key]) => !fields.has(key))) return false;
    for (const [key, value] of entries) open.push([value, fields.get(key)]);
  }
  return true;
}

/** A number with more than 15 digits or with an exponent, where JSON allows a number. */
const MAY_BE_INEXACT = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i;

const NUMBERS = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Quotes inexact numbers. */
function withInexactAsText(json: string): string {
  const quoted = (number: string): string =>
    isSameNumber(number, String(Number(number))) ? number : `"${number}"`;
  return rewritten(
    json,
    (between) => between.replace(NUMBERS, quoted),
    (text) => text,
  );
}

/**
 * Rewrites each text of JSON, and each part between texts. A reviver, or one expression for all texts, would recurse: a
 * page may be arbitrarily deep or long.
 */
function rewritten(
  json: string,
  ofBetween: (between: string) => string,
  ofText: (text: string, end: number) => string,
): string {
  let written = '';
  for (let at = 0; at < json.length;) {
    const begin = json.indexOf('"', at);
    written += ofBetween(json.slice(at, begin < 0 ? undefined : begin));
    const end = begin < 0 ? json.length : endOfText(json, begin);
    if (begin >= 0) written += ofText(json.slice(begin, end), end);
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
