import { expect, test } from 'vitest';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sampleApproval, sampleBill } from '../../kit/testing/samples.ts';
import { fieldsThatKeepChanging } from './approval-status.ts';

/** Fields offered after readings with these differences. */
function changing(fields: Partial<Bill>, ...details: readonly string[]): readonly string[] {
  const found = snapshotOf(sampleBill(fields));
  const line = (event: 'foundChanged' | 'send', detail: string | null) =>
    ({ atMs: 1, event, from: 'queued', to: 'changed', detail }) as const;
  const history = [...details.map((detail) => line('foundChanged', detail)), line('send', null)];
  return fieldsThatKeepChanging(sampleApproval({ found, history }));
}

test('P-61 a field is offered once two readings in a row found the same harmless differences', () => {
  const url = { others: { url: 'x' } };
  expect([
    changing(url, '/url', '/url'),
    changing(url, 'memo', '/url', '/url'),
    changing(url, '/url'),
    changing(url, '/url', '/url', 'memo'),
    changing({ ...url, memo: 'x' }, 'memo, /url', 'memo, /url'),
    fieldsThatKeepChanging(sampleApproval({ found: null })),
  ]).toEqual([['/url'], ['/url'], [], [], [], []]);
});
