import { useLayoutEffect, useRef, useState } from 'react';

type Acts = Readonly<Record<string, (...given: never[]) => unknown>>;

/**
 * What a component can do, as functions that stay the same ones and do what was given with the last drawing:
 * what is handed them is not drawn anew because of them. For handlers, not for drawing.
 */
export function useStable<Given extends Acts>(acts: Given): Given {
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const [stable] = useState(() => {
    const names = Object.keys(acts);
    const act = (name: string, given: never[]): unknown => latest.current[name]?.(...given);
    return Object.fromEntries(
      names.map((name) => [name, (...given: never[]) => act(name, given)]),
    ) as Given;
  });
  return stable;
}
