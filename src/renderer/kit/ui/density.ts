import type { Settings } from '../../../bridge/settings.ts';

export type Density = Settings['density'];

/** Heights of a list's rows, CSS pixels. */
export interface RowHeights {
  readonly rowPx: number;
  /** Headings between rows. */
  readonly groupPx: number;
}

/** The one place that knows them: rows of the long lists are placed by these, not measured. */
export const rowHeights: Readonly<Record<Density, RowHeights>> = {
  comfortable: { rowPx: 38, groupPx: 34 },
  compact: { rowPx: 29, groupPx: 27 },
};

/** Tells the style sheets: `--row`, `--group-row`, and what else stands closer (tokens.css). */
export function applyDensity(root: HTMLElement, density: Density): void {
  const { rowPx, groupPx } = rowHeights[density];
  root.dataset['density'] = density;
  root.style.setProperty('--row', `${rowPx}px`);
  root.style.setProperty('--group-row', `${groupPx}px`);
}
