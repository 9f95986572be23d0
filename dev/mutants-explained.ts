/** Reason, line without its indent, and column with replacement of each mistake, as the runner prints them: `7 false`. */
type Explanation = readonly [reason: string, code: string, ...mistakes: readonly string[]];

const DEFAULT = '"Stryker was here!"';

/** Planted mistakes that make no difference, or only to the time a check takes; by file. */
export const explanations: Readonly<Record<string, readonly Explanation[]>> = {
  'src/main/journal/journal-chain.ts': [
    [
      'A field that is absent reads the same.',
      "if (record?.kind !== 'opened') return { opened: undefined, isLacking: false };",
      '41 {}',
    ],
    ['A function without a return gives undefined as well.', '} catch {', '11 {}'],
  ],
  'src/main/journal/export-journal.ts': [
    [
      'Each row has all columns.',
      "const lines = rows.map((row) => csvLine(columns.map((column) => csvField(row[column] ?? ''))));",
      `91 ${DEFAULT}`,
    ],
    [
      'Each row has all columns.',
      "return Object.fromEntries(columns.map((column) => [headingOf(column), row[column] ?? '']));",
      `88 ${DEFAULT}`,
    ],
    [
      'Only an end has this mark.',
      "if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.add(record.approvalId);",
      '9 true',
    ],
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/journal/journal-writer.ts': [
    [
      'A file that was not there holds nothing to cut off.',
      'const dirty = last !== null;',
      '17 true',
    ],
    ['It is cut once more at the same place.', 'file.dirty = false;', '16 true'],
    [
      'It is cut once more at the same place.',
      'if (!file.dirty) return succeed(undefined);',
      '7 false',
    ],
    [
      'It is cut once more at the same place.',
      'if (synced.ok) file.dirty = false;',
      '7 false',
      '31 true',
    ],
  ],
  'src/main/journal/journal-state.ts': [
    [
      'Without a keyring there is no next key either.',
      'if (next === null || deps.keys === undefined || checkpointKey === null) return false;',
      '24 false',
      '51 false',
    ],
    [
      'Only a new row of keys is asked, and it has a next key.',
      'if (next === null || deps.keys === undefined || checkpointKey === null) return false;',
      '82 true',
    ],
  ],
  'src/main/journal/journal.ts': [
    [
      'The start has opened it some lines before.',
      'if (summary.isKeyed && state.writer?.nextKey() === null) return;',
      '26 state.writer.nextKey',
    ],
  ],
  'src/main/journal/journal-index.ts': [
    [
      'No bill has either of these ids.',
      "const nothing = { organizationId: '', billId: '' };",
      `49 ${DEFAULT}`,
    ],
    [
      'There is a bill for each approval.',
      "keepApproval(all, id, { ...place, billId: of.bills[at] ?? '', hasEnded }),",
      `67 ${DEFAULT}`,
    ],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'opened':", '10 ""'],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'repaired':", '10 ""'],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'restored':", '10 ""'],
  ],
  'src/main/journal/verify-journal.ts': [
    [
      'No two files have one name.',
      'for (const file of files.toSorted((left, right) => (left.name < right.name ? -1 : 1))) {',
      '55 left.name <= right.name',
    ],
    [
      'Counts of other kinds are not shown.',
      "if (record.kind === 'attempt' || record.kind === 'outcome') counts[record.kind] += 1;",
      '11 true',
    ],
    [
      'Only an end has this mark.',
      "if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.ended += 1;",
      '11 true',
    ],
  ],
  'src/main/journal/journal-service.ts': [
    [
      'No other line says who writes.',
      "if (record.kind === 'opened') by = record.by ?? by;",
      '13 true',
    ],
    [
      'The export passes over what is no attempt.',
      'const records: JournalRecord[] = [];',
      '40 ["Stryker was here"]',
    ],
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/journal/journal-authentication.ts': [
    [
      'A bound on time: the rest of a journal that is broken all over.',
      'if (lines.searchesLeft === 0) return null;',
      '7 false',
    ],
    [
      'A bound on time: the rest of a journal that is broken all over.',
      'lines.searchesLeft -= 1;',
      '3 lines.searchesLeft += 1',
    ],
    [
      'From the first key of the row the same key is reached, only later.',
      'let key = next?.id === id && next.index <= index ? next : lines.starts.get(id);',
      '13 false',
      '32 next.index < index',
    ],
    [
      'A bound on time; a key of another index fits no line.',
      'if (key === undefined || index < key.index || index - key.index > MOST_SKIPPED) return null;',
      '28 false',
      '49 false',
      '49 index - key.index >= MOST_SKIPPED',
      '49 index + key.index',
    ],
  ],
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
  'src/contract/approve-answer.ts': [
    [
      'Neither text names problem details.',
      "const type = headers.get(headerNames.contentType) ?? '';",
      `56 ${DEFAULT}`,
    ],
    [
      'A body without JSON has no value, which is no form of a yes.',
      "if (body.form !== 'json' || contradicts(body.value, billId)) return null;",
      '7 false',
    ],
    [
      'A problem of the whole item stands alone.',
      "unread: hasAmount || found.error.problems.some((each) => each.startsWith('(all)')),",
      "26 found.error.problems.every(each => each.startsWith('(all)'))",
    ],
  ],
  'src/contract/rate-headers.ts': [
    ['Neither text is a number.', "const value = firstOf(text ?? '');", `33 ${DEFAULT}`],
    [
      'The text "null" is no date.',
      'if (text === null || !/[A-Za-z]/.test(text)) return null;',
      '7 false',
    ],
  ],
  'src/contract/refusal.ts': [
    [
      'Neither text names a scope.',
      "const inChallenge = scopesIn(answer.headers.get(headerNames.challenge) ?? '');",
      `77 ${DEFAULT}`,
    ],
    [
      'Neither text is a challenge.',
      "const challenge = bearerOf(headers.get(headerNames.challenge) ?? '');",
      `68 ${DEFAULT}`,
    ],
    [
      'A body without JSON has no value.',
      "return { body: body.form === 'json' ? body.value : undefined, challenge };",
      '18 true',
    ],
    [
      'The pattern has a name, and one of two values, in each match.',
      "[...found].map(([, name = '', quoted, plain = '']) => [",
      `31 ${DEFAULT}`,
      `51 ${DEFAULT}`,
    ],
    ['Null has no words either.', "return typeof value === 'object' && value !== null;", '39 true'],
  ],
  'src/contract/error-details.ts': [
    [
      'No field is named undefined.',
      'const place = placeKey === undefined ? null : placeOf(fields[placeKey]);',
      '19 false',
    ],
  ],
  'src/contract/list.ts': [
    [
      'Neither text is a link.',
      "const links = [...(link ?? '').matchAll(/<([^>]*)>([^<]*)/g)];",
      `30 ${DEFAULT}`,
    ],
    [
      'The pattern has both parts in each match.',
      String.raw`const next = links.find(([, , rest = '']) => /;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(rest));`,
      `40 ${DEFAULT}`,
    ],
    [
      'There is a question mark: asked on the line before.',
      "return new URLSearchParams(address.split('?')[1]?.split('#')[0] ?? '');",
      `70 ${DEFAULT}`,
    ],
    ['The last form reads every page.', "const end = readFirst(endForms, page) ?? 'end';", '44 ""'],
    [
      'A body without JSON has no value.',
      "return body.form === 'json' && Array.isArray(body.value);",
      '10 true',
    ],
    [
      'A group of versions has a first one.',
      'const text = canonicalJson(first?.raw);',
      '32 first.raw',
    ],
    [
      'A group of versions has a first one.',
      'conflicts.set(id, { id, problems: [CONFLICT], raw: [first?.raw, other.raw] });',
      '57 first.raw',
    ],
    [
      'Fields of that text have numbers for names.',
      'plainKey(key) === wanted ? [fieldsIn(value)] : [],',
      '54 ["Stryker was here"]',
    ],
  ],
  'src/contract/exact-json.ts': [
    [
      'Numbers with the same digits that one parser reads are of one power.',
      'return one?.digits === other?.digits && one?.power === other?.power;',
      '42 true',
    ],
    [
      'A sign stands in each match, and an empty exponent counts as 0.',
      "const [, sign = '', whole = '', part = '', exponent = '0'] =",
      `19 ${DEFAULT}`,
      '57 ""',
    ],
    [
      'Both sides have the same digits when powers are compared.',
      'const power = Number(exponent) - part.length + (all.length - digits.length);',
      '51 all.length + digits.length',
    ],
  ],
  'src/contract/fields.ts': [
    [
      'Without a field there are no cents.',
      "const [name, cents] = amount ?? ['', null];",
      '35 []',
      `36 ${DEFAULT}`,
    ],
    [
      'Only numbers are whole cents.',
      "if (others.length === 0 && typeof cents === 'number' && isCents(name, cents)) {",
      '30 true',
    ],
  ],
  'src/contract/answer.ts': [
    [
      'Neither text names HTML.',
      String.raw`const isHtml = /^(text\/html|application\/xhtml)/i.test(contentType ?? '');`,
      `74 ${DEFAULT}`,
    ],
    [
      'Neither text names JSON.',
      String.raw`const brokenJson = /\bjson\b/i.test(contentType ?? '') || /^[[{]/.test(text);`,
      `56 ${DEFAULT}`,
    ],
  ],
  'src/main/api/quota-file.ts': [
    [
      'Nothing is written before an account is restored.',
      "let latest = createGovernorState('', documented);",
      `36 ${DEFAULT}`,
    ],
    [
      'Headers are read before anything is written.',
      'headersFrom: headersFrom ?? [],',
      '35 ["Stryker was here"]',
    ],
  ],
  'src/main/api/quota-store.ts': [
    [
      'The first look restores the account.',
      "const state = createGovernorState('', documented);",
      `37 ${DEFAULT}`,
    ],
    ['No date is later than that text.', 'oldDatesMs: [],', '17 ["Stryker was here"]'],
    [
      'Only an answer makes use of chance.',
      "const random = result.kind === 'answered' ? deps.random.next() : 0;",
      '22 true',
    ],
    [
      'Headers are remembered for no connection that is null.',
      "return id !== null && file.sendsHeaders(id) ? 'missing' : 'neverSent';",
      '14 true',
    ],
    ['Null is not above 0.', 'if (ageS !== null && ageS > 0) return true;', '7 true'],
    [
      'That text is no time to come.',
      'return [pausedUntil, approvalsPausedUntil, window.reset].flatMap((due) => due?.elapsedMs ?? []);',
      '95 ["Stryker was here"]',
    ],
  ],
  'src/main/api/governor-record.ts': [
    [
      'No connection has that id.',
      'return kept.success ? kept.data.headersFrom : [];',
      '49 ["Stryker was here"]',
    ],
  ],
  'src/main/api/governor.ts': [
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/api/governor-state.ts': [
    [
      'Background has the floor of all that is nothing else.',
      "const most = Math.floor((limit - floorOf(limit, 'background')) / 2);",
      '51 ""',
    ],
    [
      'Background has the floor of all that is nothing else.',
      "const left = availableOf(state) - floorOf(state.limit, 'background') - othersToCome(state);",
      '58 ""',
    ],
  ],
  'src/main/api/governor-window.ts': [
    [
      'Without an old slice the same slices stay.',
      'if (next.spends.some((slice) => slice.atMs <= sinceMs)) {',
      '7 true',
      '35 true',
    ],
    [
      'It is asked only where a count is carried.',
      'const spentMs = state.window.carried?.spentMs ?? 0;',
      '19 state.window.carried.spentMs',
    ],
  ],
};
