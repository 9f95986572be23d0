/** Parses a JSON text; null when it is invalid. Unlike the parser's own error, this never quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
