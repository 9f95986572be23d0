/**
 * Parses JSON. A number that a double cannot hold to its last digit stays the text it was sent as: an account number
 * that changes in its 18th digit is a change.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactJson(text: string): unknown {
  // Most pages hold no number that needs it.
  return JSON.parse(MAY_BE_INEXACT.test(text) ? withInexactAsText(text) : text);
}

/** A number of more than 15 digits, or with an exponent, at a place where JSON has numbers. */
const MAY_BE_INEXACT = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i;

const NUMBERS = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Neither a reviver nor one expression for all texts: both recurse, and a page may be as deep or long as it likes. */
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

/** The place behind the quote that ends the text which begins there. */
function endOfText(json: string, begin: number): number {
  for (let at = begin + 1; ; at += 1) {
    at = json.indexOf('"', at);
    if (at === -1) return json.length;
    let escapes = 0;
    while (json.charAt(at - 1 - escapes) === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
}

/** Whether two decimal numbers are the same to the last digit, however they are written. */
function isSameNumber(left: string, right: string): boolean {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  return one?.digits === other?.digits && one?.power === other?.power;
}

function decimalOf(text: string): { readonly digits: string; readonly power: number } | null {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const all = `${whole}${part}`.replace(/^0+/, '');
  if (whole === '') return null;
  const digits = all.replace(/0+$/, '');
  const power = Number(exponent) - part.length + (all.length - digits.length);
  if (digits === '') return { digits, power: 0 };
  return { digits: `${sign}${digits}`, power };
}
