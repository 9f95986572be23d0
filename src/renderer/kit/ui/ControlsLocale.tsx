import { type ReactNode, useLayoutEffect } from 'react';
import { I18nProvider, setInteractionModality } from 'react-aria-components';
import { useShell } from '../services/shell.ts';
import { textLocale } from './locale.ts';

/** Gives react-aria's controls the language and direction of the texts, regardless of the user's region. */
export function ControlsLocale({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    // Runs after react-aria's listener, which is on the document. Adding the same listener twice has no
    // effect.
    document.documentElement.addEventListener('click', keyPressed, { capture: true });
  }, []);
  return <I18nProvider locale={textLocale(useShell().locale)}>{children}</I18nProvider>;
}

// React-aria mistakes a click by key for one by a screen reader. It would then move the focus a frame or more later,
// and the next key would go to the screen behind the dialog.
function keyPressed({ detail: clicks }: MouseEvent): void {
  if (clicks === 0) setInteractionModality('keyboard');
}
