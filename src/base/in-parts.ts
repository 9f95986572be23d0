/** Splits a list into parts of at most `size` items. */
export function inParts<Each>(list: readonly Each[], size: number): readonly Each[][] {
  const parts: Each[][] = [];
  for (let from = 0; from < list.length; from += size) parts.push(list.slice(from, from + size));
  return parts;
}
