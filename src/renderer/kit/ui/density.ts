import type { Settings } from '../../../bridge/settings.ts';

export type Density = Settings['density'];

/** Heights of list rows, CSS pixels. */
export interface RowHeights {
  readonly rowPx: number;
  /** Height of the headings between rows, CSS pixels. */
  readonly groupPx: number;
}

/** Row heights, defined only here. Long lists compute row positions from them instead of measuring. */
export const rowHeights: Readonly<Record<Density, RowHeights>> = {
  comfortable: { rowPx: 40, groupPx: 34 },
  compact: { rowPx: 29, groupPx: 27 },
};

/** Heights of comfortable rows with two lines. */
export const twoLineHeights: RowHeights = { rowPx: 44, groupPx: 34 };

/** Sets the CSS variables `--row` and `--group-row`, and the density for tokens.css. */
export function applyDensity(root: HTMLElement, density: Density): void {
  const { rowPx, groupPx } = rowHeights[density];
  root.dataset['density'] = density;
  root.style.setProperty('--row', `${rowPx}px`);
  root.style.setProperty('--group-row', `${groupPx}px`);
}
