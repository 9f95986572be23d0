import { parseBody } from '../body/answer.ts';
import { readConfirmation, type Confirmation } from '../approvals/approve-answer.ts';

/** The bill that an answer to its approval shows. */
export const billOfAnswers = {
  ...{ id: 'b-1', object: 'bill', status: 'open', currency: 'EUR' },
  ...{ total_cents: 100, amount_due_cents: 100, vendor: { id: 'v-1', name: 'Acme' } },
};

/**
 * Reads the body of an answer to the approval of `b-1`.
 * @param before the bill's own fields when the user approved it
 * @param nowMs the service's clock
 */
export const readAnswer = (
  value: unknown,
  before: Readonly<Record<string, unknown>> = {},
  nowMs = NaN,
): Confirmation | null => {
  const body = parseBody(new TextEncoder().encode(JSON.stringify(value)), 'application/json');
  const answer = { status: 200, headers: new Headers(), bodyProblem: null, body };
  return readConfirmation(answer, 'there', 'b-1', before, nowMs);
};

export const confirms = (value: unknown, before = {}): boolean =>
  readAnswer(value, before) !== null;
