import { lazy } from './lazy.tsx';

/** A modal dialog. It holds the focus as long as it is shown. */
export const Dialog = lazy(() => import('./DialogWindow.tsx'), 'DialogWindow', 'overKeys');
