import { expect, test } from 'vitest';
import { approvalActions, saysCost } from './approval-actions.ts';

test('R-85 what a decision costs is said when it sends ten approvals or more', () => {
  const saidFor = (count: number) => approvalActions.filter((action) => saysCost(action, count));
  expect({ nine: saidFor(9), ten: saidFor(10) }).toEqual({
    nine: [],
    ten: ['sendAgain', 'approveAsChanged', 'adopt', 'sendRestored'],
  });
});
