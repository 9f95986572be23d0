import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { useServices } from '../services.ts';
import { textLocale } from './locale.ts';

/** React-aria's controls speak and run the way the words do, wherever the reader lives. */
export function ControlsLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={textLocale(useServices().locale)}>{children}</I18nProvider>;
}
