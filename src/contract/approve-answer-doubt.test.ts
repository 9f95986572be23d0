import { expect, test } from 'vitest';
import { parseBody } from './answer.ts';
import { readYes } from './approve-answer.ts';

const bill = {
  id: 'b-1',
  object: 'bill',
  status: 'open',
  currency: 'EUR',
  total_cents: 100,
  amount_due_cents: 100,
};
const { object: _object, ...plain } = bill;
const { id: _id, ...nameless } = bill;

const isYes = (body: unknown): boolean => {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const sent = { status: 200, headers: new Headers(), bodyProblem: null } as const;
  return readYes({ ...sent, body: parseBody(bytes, 'application/json') }, 'there', 'b-1') !== null;
};

/** Beside each other: an answer that proves nothing, and the nearest one that is a yes. */
test.each<[string, doubtful: unknown, yes: unknown]>([
  ['a list', { data: [bill] }, { data: bill }],
  ['errors', { ...bill, errors: ['no'] }, { ...bill, errors: [] }],
  ['an error that is a flag', { bill, error: true }, { bill, error: false }],
  ['a zero for a flag', { ...bill, approved: 0 }, { ...bill, approved: 1 }],
  ['a word for a flag', { bill, ok: 'no' }, { bill, ok: 'yes' }],
  ['a result', { bill, result: 'queued' }, { bill, result: 'ok' }],
  ['a status in numbers', { bill, status: 400 }, { bill, status: 399 }],
  ['a status in words', { bill, status: 'error' }, { bill, status: 'success' }],
  ['an approval state', { ...bill, approval_state: 'x' }, { ...bill, approval_state: 'approved' }],
  ['a further step', { bill, next_action: 'sms' }, { bill, next_action: null }],
  ['a bill without an id', { ...nameless, bill }, { id: 'request-7', bill }],
  ['another id beside a status', { ...plain, id: 'b-2', bill }, { ...plain, bill }],
  ['another id beside a total', { id: 'b-2', total_cents: 1, bill }, { id: 'b-2', bill }],
  ['another id beside a currency', { id: 'b-2', currency: 'EUR', bill }, { id: 'b-2', bill }],
  ['another bill_id', { bill, bill_id: 'b-2' }, { bill, bill_id: 'b-1' }],
])('Q-61 one word against it, and a yes is none: %s', (_name, doubtful, yes) => {
  expect([isYes(doubtful), isYes(yes)]).toEqual([false, true]);
});
