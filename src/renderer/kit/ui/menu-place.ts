import { useEffect, useRef, type RefObject } from 'react';

/** Where a menu opens, CSS pixels of the window. */
export interface MenuPlace {
  readonly xPx: number;
  readonly yPx: number;
}

type Asked = Pick<MouseEvent, 'button' | 'clientX' | 'clientY' | 'ctrlKey'>;

/** Whether it was the Menu key, or Shift and F10. On a Mac, a click with Control is one of the other button. */
export function isByKey({ button, ctrlKey }: Asked): boolean {
  return button !== 2 && !ctrlKey;
}

/** Under the pointer, or where a key asked, under what has the focus. */
export function menuPlace(asked: Asked, focused: Element): MenuPlace {
  if (!isByKey(asked)) return { xPx: asked.clientX, yPx: asked.clientY };
  const { left, right, bottom } = focused.getBoundingClientRect();
  return { xPx: document.documentElement.dir === 'rtl' ? right : left, yPx: bottom };
}

/** A part of the screen has a menu. The system's own stays that of fields, and of text that is marked. */
export function useMenuOn(
  part: RefObject<HTMLElement | null>,
  open: (at: MenuPlace) => boolean,
): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const { current } = part;
    const ask = (event: MouseEvent): void => {
      const { target } = event;
      const isMarked = document.getSelection()?.isCollapsed === false;
      if (isMarked || !(target instanceof Element) || target.closest('input, textarea')) return;
      if (latest.current(menuPlace(event, target))) event.preventDefault();
    };
    current?.addEventListener('contextmenu', ask);
    return () => current?.removeEventListener('contextmenu', ask);
  }, [part]);
}
