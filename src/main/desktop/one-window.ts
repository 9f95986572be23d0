/** Billfold's one window, as `BrowserWindow` has it. */
export interface OneWindowDeps<Window> {
  readonly open: (onClosed: () => void) => Window;
  readonly toFront: (window: Window) => void;
}

/**
 * Holds the one window. A second start, a click in the dock or the menu may ask for it while Billfold
 * still opens its files; a window that loads before its page is served stays white until Billfold is quit.
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
    /** Opens the window or brings it to the front; before `start` nothing, since it comes by itself. */
    show,
    /** What the window shows is served from now on: opens it. */
    start: (): void => {
      isServed = true;
      show();
    },
  };
}
