/** Order of two texts or numbers. Texts are compared by code units, whatever the locale. */
export function compareValues(left: string | number, right: string | number): number {
  return left < right ? -1 : Number(left > right);
}
