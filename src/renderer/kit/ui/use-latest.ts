import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last rendering, for handlers that outlive it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  // A layout effect runs before the next key, which then acts on the screen as drawn.
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
