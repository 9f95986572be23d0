/**
 * Parses JSON. A number that a double cannot hold exactly becomes the text that was sent: in an account number, even
 * the 18th digit counts.
 * @throws SyntaxError like `JSON.parse`
 */
export function parseExactJson(text: string): unknown {
  // Most pages have no such number.
  return JSON.parse(MAY_BE_INEXACT.test(text) ? withInexactAsText(text) : text);
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
