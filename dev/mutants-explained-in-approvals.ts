import { DEFAULT, type Explanation } from './mutants-explained.ts';

/** Mistakes as in `mutants-explained.ts`, on the way of an approval: outbox and gate. */
export const explainedInApprovals: Readonly<Record<string, readonly Explanation[]>> = {
  'src/renderer/core/outbox/push-decisions.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
    [
      'It is asked only where a page is known, so there is a reading.',
      'const read = facts.cached.get(billKey(row))?.read;',
      '16 facts.cached.get(billKey(row)).read',
    ],
    [
      'Without a time to wait for, the retry is due.',
      "if (state !== 'queued' || retryAtMs === null || isRetryDue(row, facts)) continue;",
      '31 false',
    ],
    [
      'No attempt was made before time 0.',
      "if (row.waitingFor === 'quota' || tryAgainSinceMs === null) return false;",
      '37 false',
    ],
    [
      'No two approvals have one id.',
      'return left.approvedAtMs - right.approvedAtMs || (left.id < right.id ? -1 : 1);',
      '53 left.id <= right.id',
    ],
  ],
  'src/renderer/core/outbox/recheck.ts': [
    [
      'There was a crawl: asked some lines before.',
      'const isCutShort = facts.crawls.get(row.organizationId)?.cutShort === true;',
      '22 facts.crawls.get(row.organizationId).cutShort',
    ],
    [
      'It is asked only about approvals that wait for a reading.',
      'if (afterMs === null || readAfter(cached, afterMs, facts) !== null) return null;',
      '7 false',
    ],
  ],
  'src/renderer/core/outbox/approval-transitions.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/approvals/send-outcome.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/approvals/agree.ts': [
    [
      'No two sums have one currency.',
      'one.currency < other.currency ? -1 : 1,',
      '5 one.currency <= other.currency',
    ],
    ['No question depends on it.', 'isKnown: false,', '12 true'],
  ],
  'src/main/approvals/send-approval.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/approvals/bill-readings.ts': [
    [
      'There are no readings yet that another session could drop.',
      "...{ approvedBills: new Set(), sequence: 0, expired: 0, session: '' },",
      `70 ${DEFAULT}`,
    ],
    [
      'Each request and each approval has a number of its own.',
      'const isSince = begun.sequence > (known.observed.get(approvalId) ?? Infinity);',
      '19 begun.sequence >= (known.observed.get(approvalId) ?? Infinity)',
    ],
    [
      'The reader quarantines a bill that a page shows in two versions.',
      'if (last === undefined || last.begun.sequence < begun.sequence)',
      '31 last.begun.sequence <= begun.sequence',
    ],
    [
      'No reading has this id.',
      'for (const { id } of page.malformed) if (id !== null) readings.delete(id);',
      '44 true',
    ],
  ],
};
