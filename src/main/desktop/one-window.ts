interface OneWindowDeps<Window> {
  readonly open: (onClosed: () => void) => Window;
  readonly toFront: (window: Window) => void;
}

/**
 * Holds the only window. A second start, the dock or the menu may request it before its page can be served. A window
 * that loaded then would stay white until Billfold quits.
 */
export function createOneWindow<Window>({ open, toFront }: OneWindowDeps<Window>) {
  let isServed = false;
  let window: Window | null = null;
  const show = (): void => {
    if (!isServed) return;
    if (window === null) window = open(() => (window = null));
    else toFront(window);
  };
  return {
    get: (): Window | null => window,
    /** Opens the window or brings it to the front. Does nothing before `start`, which opens it anyway. */
    show,
    /** Opens the window; its page is served from now on. */
    start: (): void => {
      isServed = true;
      show();
    },
  };
}
