/**
 * Parses JSON. A number that a double cannot hold to its last digit stays the text it was sent as: an account number
 * that changes in its 18th digit is a change.
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseExactJson(text: string): unknown {
  // A reviver takes ten times as long: most pages hold no number that needs one.
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    if (typeof value !== 'number' || source === undefined) return value;
    return isSameNumber(source, String(value)) ? value : source;
  });
}

/** A number of more than 15 digits, or with an exponent, at a place where JSON has numbers. */
const MAY_BE_INEXACT = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i;

/** Whether two decimal numbers are the same to the last digit, however they are written. */
function isSameNumber(left: string, right: string): boolean {
  const [one, other] = [decimalOf(left), decimalOf(right)];
  return one !== null && other !== null && one.digits === other.digits && one.power === other.power;
}

function decimalOf(text: string): { readonly digits: string; readonly power: number } | null {
  const [, sign = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const all = `${whole}${part}`.replace(/^0+/, '');
  if (whole === '') return null;
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { digits: '0', power: 0 };
  const power = Number(exponent) - part.length + (all.length - digits.length);
  return { digits: `${sign}${digits}`, power };
}
