import { rowHeights, type RowHeights } from '../ui/density.ts';
import { useObservable } from './use-observable.ts';
import { useServices } from '../services.ts';

/** How high the rows of a long list are at the density the user chose. */
export function useRowHeights(): RowHeights {
  const { workspace } = useServices();
  return rowHeights[useObservable(workspace.settings).density];
}
