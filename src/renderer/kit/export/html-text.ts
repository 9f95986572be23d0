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
