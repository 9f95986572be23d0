import { lazy } from './lazy.tsx';

/** A modal dialog. It keeps the focus while it is shown. */
export const Dialog = lazy(() => import('./DialogWindow.tsx'), 'DialogWindow', 'overKeys');
