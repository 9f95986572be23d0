/**
 * The text outside isolates, which nothing inside can reorder (UAX #9 §3.3.2). Null when it contains
 * right-to-left text or other controls, or when an isolate is not closed.
 */
export function outsideOf(text: string): string | null {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === '\u2069') depth -= 1;
    if (depth < 0) return null;
    if (depth === 0 && !/[\u2068\u2069]/u.test(character)) outside += character;
    if (character === '\u2068') depth += 1;
  }
  const turns = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069]/u.test(outside);
  return depth === 0 && !turns ? outside : null;
}
