/** Parts of a screen that can take the focus, the best first. */
const homes = ['[role=grid]', '.review__list .empty', '.detail h2', 'h1'];

/** Moves the focus to the list, else to the bill that covers it or the heading of the screen. */
export function focusList(): void {
  const found = homes.map((home) => document.querySelector<HTMLElement>(home));
  const home = found.find((part) => part?.checkVisibility());
  // Set the attribute, without which a heading cannot take the focus.
  if (home?.tabIndex === -1) home.tabIndex = -1;
  home?.focus();
}
