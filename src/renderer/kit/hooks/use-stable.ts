import { useLatest } from '../ui/use-latest.ts';
import { useState } from 'react';

type Acts = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * Returns functions that keep their identity and call the latest given ones, so that children don't redraw
 * because of them. For event handlers, not during rendering.
 */
export function useStable<Given extends Acts>(acts: Given): Given {
  const latest = useLatest(acts);
  const [stable] = useState(() => {
    const names = Object.keys(acts);
    const act = (name: string, given: never[]): unknown => latest.current[name]?.(...given);
    return Object.fromEntries(
      names.map((name) => [name, (...given: never[]) => act(name, given)]),
    ) as Given;
  });
  return stable;
}
