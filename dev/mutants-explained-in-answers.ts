import { DEFAULT, type Explanation } from './mutants-explained.ts';

/** Explanations as in `mutants-explained.ts`, for the code that reads the service's answers and headers. */
export const explainedInAnswers: Readonly<Record<string, readonly Explanation[]>> = {
  'src/contract/approvals/approve-answer.ts': [
    [
      'Neither text names problem details.',
      "const type = headers.get(headerNames.contentType) ?? '';",
      `56 ${DEFAULT}`,
    ],
    [
      'A page has no value, which is no form of a confirmation.',
      "if (body.form === 'html') return null;",
      '7 false',
    ],
    [
      'A problem of the whole item stands alone.',
      "isUnreadable: hasAmount || found.error.problems.some((each) => each.startsWith('(all)')),",
      "26 found.error.problems.every(each => each.startsWith('(all)'))",
    ],
  ],
  'src/contract/answers/refusal.ts': [
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
      "const sent = body.form === 'json' ? withoutPrefixes(body.value) : undefined;",
      '16 true',
    ],
    [
      'The pattern has a name, and one of two values, in each match.',
      "[...found].map(([, name = '', quoted, plain = '']) => [",
      `31 ${DEFAULT}`,
      `51 ${DEFAULT}`,
    ],
  ],
  'src/contract/body/error-details.ts': [
    [
      'No field is named undefined.',
      'const place = placeKey === undefined ? null : placeOf(fields[placeKey]);',
      '19 false',
    ],
  ],
  'src/contract/base-url.ts': [
    [
      'A protocol ends with its only colon.',
      "if (url === null || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')",
      '24 /^https?:/',
    ],
  ],
  'src/contract/lists/list-end.ts': [
    [
      'The address has a question mark, so there is a part after it.',
      "return new URLSearchParams(address.split('?')[1]?.split('#')[0] ?? '');",
      "30 address.split('?')[1].split",
    ],
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
  ],
  'src/contract/lists/list.ts': [
    [
      'A body without JSON has no value.',
      "return body.form === 'json' && Array.isArray(body.value);",
      '10 true',
    ],
  ],
  'src/contract/body/exact-json.ts': [
    [
      'A text at the start is the whole document.',
      'const end = begin < 0 ? json.length : endOfText(json, begin);',
      '17 begin <= 0',
    ],
  ],
  'src/contract/body/read-item.ts': [
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
  ],
  'src/contract/body/answer.ts': [
    [
      'Neither text names HTML.',
      String.raw`const isHtml = /^(text\/html|application\/xhtml)/i.test(contentType ?? '');`,
      `74 ${DEFAULT}`,
    ],
    [
      'Neither text names JSON.',
      String.raw`const brokenJson = /\bjson\b/i.test(contentType ?? '') || asJson;`,
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
    [
      'A date that is not old is later than any old one, and is removed by the next.',
      'if (isOld) oldDatesMs.add(dateMs);',
      '7 true',
    ],
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
      'return ends.flatMap((due) => due?.elapsedMs ?? []);',
      '46 ["Stryker was here"]',
    ],
  ],
  'src/main/api/governor-record.ts': [
    [
      'No connection has that id.',
      'return parsed.success ? parsed.data.headersFrom : [];',
      '53 ["Stryker was here"]',
    ],
  ],
  'src/main/api/governor.ts': [
    [
      'Both are the same moment.',
      'const isLonger = pausedUntil !== null && pausedUntil.elapsedMs > until.elapsedMs;',
      '46 pausedUntil.elapsedMs >= until.elapsedMs',
    ],
    [
      'Both are the same moment.',
      'return first !== null && first.elapsedMs <= due.elapsedMs ? first : due;',
      '30 first.elapsedMs < due.elapsedMs',
    ],
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
      "const left = windowLeftOf(state) - floorOf(state.limit, 'background') - expectedFromOthers(state);",
      '59 ""',
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
