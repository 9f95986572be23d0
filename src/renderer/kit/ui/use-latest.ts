import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The value of the last rendering, for handlers that outlive it. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  // A layout effect, so that the next key acts on the screen as it is drawn.
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
