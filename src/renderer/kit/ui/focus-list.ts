/** Moves the focus to the list of the screen, or to the screen if its list is gone. */
export function focusList(): void {
  const screen = document.querySelector<HTMLElement>('main');
  (screen?.querySelector<HTMLElement>('[role=grid]') ?? screen)?.focus();
}

/** Ref of a button that its own action can remove. The focus then goes to the list instead of nowhere. */
export function focusListOnRemoval(button: HTMLButtonElement): () => void {
  return () => {
    if (document.activeElement === button) focusList();
  };
}
