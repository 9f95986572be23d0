import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatTakenBack, ToastTitle } from './Toasts.tsx';

test('an undo that comes too late says so', () => {
  expect([0, 1].map(formatTakenBack)).toEqual([
    'Too late to undo. Under Approvals, you can cancel what isn’t sent yet.',
    '1 approval undone',
  ]);
});

test('the whole text of a truncated toast appears on hover', () => {
  const long = 'W'.repeat(2_500);
  const drawn = renderToStaticMarkup(ToastTitle({ children: long }));
  expect(drawn).toBe(`<p class="toast__title" title="${long}">${long}</p>`);
});
