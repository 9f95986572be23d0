/** A long list in parts of at most `size`. */
export function inParts<Each>(list: readonly Each[], size: number): readonly Each[][] {
  const parts: Each[][] = [];
  for (let from = 0; from < list.length; from += size) parts.push(list.slice(from, from + size));
  return parts;
}
