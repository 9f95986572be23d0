/** Words of a text, separated by white space. */
export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordList(text));
}
