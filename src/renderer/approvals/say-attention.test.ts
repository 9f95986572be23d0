import { expect, test } from 'vitest';
import { snapshotOf } from '../../bridge/snapshot.ts';
import { sampleApproval, sampleBill } from '../ui/testing/samples.ts';
import type { Approval, ApprovalState } from '../workspace.ts';
import { sayAttention } from './say-attention.ts';

const HERE = 'sign-in-1';
const lost = {
  atMs: 1,
  event: 'answerLost',
  from: 'sending',
  to: 'unknown',
  detail: null,
} as const;

const attention = (fields: Partial<Approval>) => sayAttention(sampleApproval(fields), HERE, 'en');
const nowAt = (status: string) => snapshotOf(sampleBill({ status }));

test('R-71 whatever needs the user says what happened, what it may mean and what can be done', () => {
  const error = { kind: 'notFound', message: 'No such bill', technical: '' } as const;
  const needing = [
    attention({ state: 'unknown' }),
    attention({ state: 'rejected', outcome: { kind: 'rejected', error } }),
    attention({ state: 'changed', found: nowAt('partially_paid') }),
    attention({ state: 'changed', found: nowAt('void') }),
    attention({ state: 'changed', found: null }),
    attention({ signInId: 'sign-in-0' }),
    attention({ waitingFor: 'restored' }),
  ].map((said) => said ?? { happened: '', mayMean: '', canDo: '' });
  expect({
    different: new Set(needing.map((said) => JSON.stringify(said))).size,
    incomplete: needing.filter((said) => !Object.values(said).every((part) => /[.”]$/.test(part))),
  }).toEqual({ different: needing.length, incomplete: [] });
});

test('R-71 what needs nobody says nothing of the kind', () => {
  const states: readonly ApprovalState[] = ['held', 'queued', 'sending', 'confirmed', 'withdrawn'];
  expect(states.map((state) => attention({ state }))).toEqual(states.map(() => null));
});

test('R-71 a refusal quotes the service and says what to do about it', () => {
  const error = { kind: 'notFound', message: 'No such bill', technical: '' } as const;
  expect(attention({ state: 'rejected', outcome: { kind: 'rejected', error } })).toEqual({
    happened: 'The service refused it. The service said: “No such bill”',
    mayMean: 'The service does not have it any more.',
    canDo: 'Read the bills again to see what is there now. Or withdraw it.',
  });
});

test('R-72 what was put back says when an earlier try may have arrived', () => {
  const line = { atMs: 1, event: 'restored', from: null, to: 'queued' } as const;
  const said = [null, 'answerLost'].map(
    (detail) =>
      attention({ waitingFor: 'restored', history: [{ ...line, detail }] })?.mayMean ?? '',
  );
  expect(said.map((text) => /may have that one/.test(text))).toEqual([false, true]);
});

test('R-72 nothing reads as unsent when an earlier try may have arrived', () => {
  const error = { kind: 'validationFailed', details: null, technical: '' } as const;
  const said = [
    attention({ state: 'changed', found: nowAt('paid') })?.happened,
    attention({ state: 'changed', found: nowAt('paid'), history: [lost] })?.happened,
    attention({ state: 'changed', found: null, history: [lost] })?.happened,
    attention({ state: 'rejected', outcome: { kind: 'rejected', error }, history: [lost] })
      ?.mayMean,
  ].map((text = '') => [/Nothing was sent/.test(text), /may have that one/.test(text)]);
  expect(said).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, true],
  ]);
});
