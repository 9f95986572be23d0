import { expect, test } from 'vitest';
import type { SendOutcome } from '../../bridge/approval.ts';
import { createJournalIndex } from './journal-index.ts';
import { attemptOf, confirmed } from './testing/attempts.ts';

const notSent: SendOutcome = { kind: 'notSent', reason: 'quota', retryAtMs: null, error: null };
const unknown: SendOutcome = { kind: 'unknown', error: null };

test.each<[string, readonly (SendOutcome | null)[], boolean]>([
  ['none was sent', [notSent, notSent], false],
  ['the last is without an answer', [notSent, null], true],
  ['an earlier one is without an answer', [null, notSent], true],
  ['the answer to an earlier one was lost', [unknown, notSent], true],
  ['the answer to an earlier one was lost, and a later one confirmed', [unknown, confirmed], true],
])(
  'J-33 an attempt whose answer was lost is not forgotten behind a later one: %s',
  (_name, outcomes, isLost) => {
    const index = createJournalIndex();
    for (const [at, outcome] of outcomes.entries()) {
      const attempt = at + 1;
      index.add({ kind: 'attempt', ...attemptOf('a', attempt) });
      if (outcome) index.add({ kind: 'outcome', approvalId: 'a', attempt, outcome });
    }
    const again = createJournalIndex();
    again.take(index.content());
    const asked = [index, again].map((each) => each.isAnswerLost('a', outcomes.length));
    expect(asked).toEqual([isLost, isLost]);
  },
);
