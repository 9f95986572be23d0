import { type ReactNode, useLayoutEffect } from 'react';
import { I18nProvider, setInteractionModality } from 'react-aria-components';
import { useServices } from '../services.ts';
import { textLocale } from './locale.ts';

/** React-aria's controls speak and run the way the words do, wherever the reader lives. */
export function ControlsLocale({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    // After react-aria's own, which listens on the document. The same listener is added once.
    document.documentElement.addEventListener('click', keyPressed, { capture: true });
  }, []);
  return <I18nProvider locale={textLocale(useServices().locale)}>{children}</I18nProvider>;
}

// React-aria takes the click of a key for a screen reader's: the focus would follow a frame or more later, and the
// next key go to what is behind the dialog.
function keyPressed({ detail: clicks }: MouseEvent): void {
  if (clicks === 0) setInteractionModality('keyboard');
}
