import { later } from './later.tsx';

/** A modal dialog. It holds the focus as long as it is shown. */
export const Dialog = later(
  async () => (await import('./DialogWindow.tsx')).DialogWindow,
  'overKeys',
);
