import { useLatest } from './use-latest.ts';
import { useEffect, type RefObject } from 'react';

/** Position of a menu, CSS pixels of the window. */
export interface MenuPlace {
  readonly xPx: number;
  readonly yPx: number;
}

type Asked = Pick<MouseEvent, 'button' | 'clientX' | 'clientY' | 'ctrlKey'>;

/** Whether the Menu key or Shift+F10 opened the menu. On a Mac, Control and a click count as a right click. */
export function isByKey({ button, ctrlKey }: Asked): boolean {
  return button !== 2 && !ctrlKey;
}

/** Position under the pointer, or for a key under the focused element. */
export function menuPlace(asked: Asked, focused: Element): MenuPlace {
  if (!isByKey(asked)) return { xPx: asked.clientX, yPx: asked.clientY };
  const { left, right, bottom } = focused.getBoundingClientRect();
  return { xPx: document.documentElement.dir === 'rtl' ? right : left, yPx: bottom };
}

/** Adds a context menu to a part of the screen. Text fields and selected text keep the system's menu. */
export function useMenuOn(
  part: RefObject<HTMLElement | null>,
  open: (at: MenuPlace) => boolean,
): void {
  const latest = useLatest(open);
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
  }, [part, latest]);
}
