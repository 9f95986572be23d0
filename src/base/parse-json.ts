/** What a JSON text says; null when it is none. Never quotes the text, as the parser's own error does. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
