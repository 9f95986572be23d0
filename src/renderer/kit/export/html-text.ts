const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or attribute: a vendor's name is untrusted. */
export function htmlText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (mark) => marks[mark] ?? mark);
}

/** Escaped text of a printed element. Keeps each amount on one line: it could break between sign and currency. */
export function printText(text: string): string {
  return htmlText(text).replaceAll(SIGNED_AMOUNT, '<span class="whole">$&</span>');
}

/** “-€1,250.00”, “+CA$5.00”, “-SEK 12.00”: a sign, a currency, and digits. */
const SIGNED_AMOUNT =
  /[-+\u2212](?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}\u00a0)[\d.,'\u2019\u00a0\u202f]*\d/gu;
