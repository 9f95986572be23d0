import { DEFAULT, type Explanation } from './mutants-explained.ts';

/** Explanations as in `mutants-explained.ts`, for the outbox and the gate. */
export const explainedInApprovals: Readonly<Record<string, readonly Explanation[]>> = {
  'src/renderer/core/outbox/unexpected-change.ts': [
    [
      'No vendor is no other vendor.',
      'if (answered !== null && isOtherParty(was, answered)) return answered;',
      '7 true',
    ],
  ],
  'src/renderer/core/outbox/push-decisions.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
    [
      'It is asked only where a page is known, so there is a reading.',
      'const read = facts.cached.get(cacheKeyOf(row))?.read;',
      '16 facts.cached.get(cacheKeyOf(row)).read',
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
  ],
  'src/renderer/core/outbox/recheck.ts': [
    [
      'There was a crawl: asked some lines before.',
      'if (crawl?.isCutShort || !isLater(facts.newestHistoryMs.get(organizationId), afterMs))',
      '7 crawl.isCutShort',
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
      'The same text shows that there is one.',
      'return isSame && agreement?.snapshot === digestOf(claim.snapshot);',
      '20 agreement.snapshot',
    ],
  ],
  'src/main/approvals/send-approval.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/approvals/bill-readings.ts': [
    ['There are no readings yet that another session could drop.', "session: '',", `14 ${DEFAULT}`],
    [
      'Each request and each approval has a number of its own.',
      'const isSince = begun.sequence > (state.learnedAt.get(approvalId) ?? Infinity);',
      '19 begun.sequence >= (state.learnedAt.get(approvalId) ?? Infinity)',
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
  'src/renderer/core/approve/approval-actions.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/renderer/core/outbox/approval-sections.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/renderer/core/outbox/approval-status.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
    [
      'An approval whose bill was found changed twice keeps the bill as found.',
      'const changes = found === null ? [] : differences(snapshot, found);',
      '36 ["Stryker was here"]',
    ],
    [
      'If there is a reading before the last, there is a last one.',
      'if (before === undefined || last?.detail !== before.detail) return [];',
      '31 last.detail',
    ],
  ],
  'src/renderer/core/approve/approval-pace.ts': [
    [
      'A text is no time of the last minute.',
      'let countedMs: readonly number[] = [];',
      '38 ["Stryker was here"]',
    ],
    [
      'Only the memory would grow.',
      'countedMs = [...countedMs, elapsedMs()].slice(-MAX_SINGLE_A_MINUTE);',
      '19 [...countedMs, elapsedMs()]',
    ],
    ['Only a shortcut.', 'left === right ||', '5 false'],
  ],
  'src/renderer/core/outbox/approval-slices.ts': [
    [
      'Without earlier approvals of the total, nothing is removed.',
      'const at = earlier?.findIndex(({ id }) => id === row.id) ?? -1;',
      '67 +1',
    ],
    [
      'Without earlier approvals of the total, nothing is removed.',
      'if (at >= 0) earlier?.splice(at, 1);',
      '20 earlier.splice',
    ],
    [
      'The other way to the same list is only slower.',
      'const isInPlace = after?.approvedAtMs === before?.approvedAtMs;',
      '23 false',
    ],
    [
      'The other way to the same list is only slower.',
      'if (rows[at] !== before) at = placeOf(rows, before);',
      '11 true',
    ],
    ['The other way to the same list is only slower.', 'at += 1;', '7 at -= 1'],
    [
      'The other way to the same list is only slower.',
      'if (fresh.length > FEW_ROWS) {',
      '7 true',
      '7 false',
      '7 fresh.length >= FEW_ROWS',
      '7 fresh.length <= FEW_ROWS',
      '32 {}',
    ],
    [
      'Sorting is only slower, and no two rows compare as equal.',
      'return !first || !last || newestFirst(last, first) < 0 ? both : both.toSorted(newestFirst);',
      '12 false',
      '31 false',
      '31 newestFirst(last, first) <= 0',
    ],
    [
      'Each place below the length has a row.',
      'return there !== undefined && newestFirst(there, row) < 0;',
      '12 true',
    ],
    [
      'No two rows compare as equal.',
      'return there !== undefined && newestFirst(there, row) < 0;',
      '35 newestFirst(there, row) <= 0',
    ],
  ],
  'src/renderer/core/mirror/rechecks.ts': [
    [
      'Times of other pages are kept as well, and never asked for.',
      'if (page.after !== null || !chains.includes(page.status)) return;',
      '11 false',
      '11 page.after !== null && !chains.includes(page.status)',
    ],
  ],
  'src/renderer/core/outbox/outbox.ts': [
    [
      'A row of no connection is not shown.',
      'return results.flatMap((result) => (result.ok ? result.row : []));',
      '64 ["Stryker was here"]',
    ],
    [
      'An empty list writes nothing.',
      'if (written.size > 0) await database.approvals.bulkPut([...written.values()]);',
      '9 true',
      '9 written.size >= 0',
    ],
    [
      'Without refused withdrawals, there is nothing to apply.',
      'return { saved: first.length > 0 ? await applyInParts(first) : [], result: await work() };',
      '23 true',
      '23 first.length >= 0',
    ],
    [
      'An empty list adds nothing.',
      'if (missing.length > 0) approvals.put(missing);',
      '9 true',
      '9 missing.length >= 0',
    ],
    [
      'Without a name, Dexie takes the primary key as well.',
      "const above = database.approvals.where(':id').above(after);",
      '46 ""',
    ],
    [
      'Without a name, Dexie takes the primary key as well.',
      "await database.approvals.where(':id').equals(key).delete();",
      '36 ""',
    ],
  ],
  'src/renderer/core/outbox/push.ts': [
    ['A closed push ignores it.', 'stopWatching();', '7 ;'],
    ['A pause counts only while answers are lost.', 'if (!isDistrusting(loop)) return;', '7 false'],
    [
      'Null is never under way.',
      'onOldCursor: onOldCursor !== null && underWay.has(onOldCursor) ? onOldCursor : null,',
      '18 true',
    ],
    [
      'Only an approval that was not sent keeps it.',
      "retryAtMs: outcome.kind === 'notSent' ? retryAt(row, outcome, deps) : null,",
      '16 true',
    ],
    ['Null is before now.', 'if (retryAtMs === null || retryAtMs <= nowMs)', '7 false'],
  ],
  'src/renderer/core/approve/apply-events.ts': [
    ['The outbox has no such row.', 'const changes: RowChange[] = [];', '32 ["Stryker was here"]'],
    ['The outbox has no such row.', 'const allowed: string[] = [];', '29 ["Stryker was here"]'],
  ],
};
