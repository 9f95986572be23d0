const marks: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, in an element or an attribute: a vendor's name is somebody else's text. */
export function htmlText(text: string): string {
  return text.replaceAll(/[&<>"']/gu, (mark) => marks[mark] ?? mark);
}

/** Text as a CSS string (CSS Syntax 3 §4.3.5), safe inside a `style` element as well. */
export function cssText(text: string): string {
  // By number: what would end the string, the line or the element.
  const safe = text.replaceAll(
    /["\\<>&\p{Cc}]/gu,
    (mark) => `\\${mark.codePointAt(0)?.toString(16)} `,
  );
  return `"${safe}"`;
}
