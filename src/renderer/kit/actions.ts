import { useEffect, useRef } from 'react';
import type { PaletteAction } from './action-registry.ts';
import { useServices } from './services.ts';

export type { PaletteAction } from './action-registry.ts';

/** While mounted, the command palette offers these actions. A shortcut's action is offered by itself. */
export function useActions(offered: readonly PaletteAction[]): void {
  const { actions } = useServices();
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  useEffect(() => actions.add(() => latest.current), [actions]);
}
