import { useEffect, useLayoutEffect, useRef } from 'react';
import { READ_MS } from '../../core/approve/approval-pace.ts';
import { textFieldOf } from './text-field.ts';

/** Calls `act` after each render, once it is painted, while mounted. */
export function usePainted(act: () => void): void {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useEffect(() => afterPaint(() => isMounted.current && act()));
}

/**
 * Ignores Enter and Space, except in text fields, until the user could read the screen. On a busy computer, the user
 * may have pressed them before the screen appeared.
 * @param decides whether these keys decide about bills here
 */
export function useReadFirst(decides: boolean): void {
  useLayoutEffect(() => {
    if (!decides) return;
    let readAtMs = Infinity;
    afterPaint((paintedMs) => {
      readAtMs = paintedMs + READ_MS;
    });
    const press = (event: KeyboardEvent): void => {
      const isConfirming = event.key === 'Enter' || event.key === ' ';
      if (!isConfirming || textFieldOf(event.target) !== null) return;
      if (event.timeStamp >= readAtMs && !event.repeat) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [decides]);
}

/** The first frame callback runs before the paint, the second after it. */
function afterPaint(act: (paintedMs: number) => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
