import { expect, test } from 'vitest';
import { formatTakenBack } from './UndoToast.tsx';

test('R-28 an undo that comes too late says so', () => {
  expect([0, 1].map(formatTakenBack)).toEqual([
    'Too late to undo. See Approvals.',
    '1 approval undone',
  ]);
});
