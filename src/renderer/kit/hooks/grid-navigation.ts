/**
 * Where a key moves to in a list of bills, headings not counted.
 * @param position of the current bill, or null when there is none
 * @param pageRows how many rows a page key moves by
 * @returns the new position, or null when the key does not move
 */
export function positionAfterKey(
  key: string,
  position: number | null,
  bills: number,
  pageRows: number,
): number | null {
  if (bills === 0) return null;
  const from = position ?? -1;
  const target = targets[key]?.(from, bills, pageRows);
  return target === undefined ? null : Math.min(Math.max(target, 0), bills - 1);
}

const targets: Readonly<Record<string, (from: number, bills: number, pageRows: number) => number>> =
  {
    ArrowDown: (from) => from + 1,
    ArrowUp: (from) => from - 1,
    PageDown: (from, _bills, pageRows) => from + pageRows,
    PageUp: (from, _bills, pageRows) => from - pageRows,
    Home: () => 0,
    End: (_from, bills) => bills - 1,
  };
