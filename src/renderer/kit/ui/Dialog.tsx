import { later } from '../later.tsx';

/** A window over the screen that holds the focus as long as it is drawn. */
export const Dialog = later(
  async () => (await import('./DialogWindow.tsx')).DialogWindow,
  'overKeys',
);
