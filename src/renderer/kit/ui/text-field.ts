/** The text field of an event's target; null for another element. */
export function textFieldOf(target: EventTarget | null): Element | null {
  const text = 'input:not([type=checkbox],[type=radio],[type=range]), textarea, [contenteditable]';
  return target instanceof Element ? target.closest(text) : null;
}
