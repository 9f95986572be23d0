import { de } from '../de/de.ts';
import { en } from '../en/en.ts';

/** Every language, by its tag. */
export const languages = { en, de };

/** Extreme arguments of messages, by argument name. */
const counts = [2, 0, 1, 1_000_000];
const names = [
  'Acme Supplies',
  'Plyworks Merchant Co.',
  'No vendor',
  'N'.repeat(200),
  'שירותי ניקיון בע״מ',
  '\u202eمورد 12\u2066',
];
const countNames = new Set(
  `attempts attention bills count days files left leftOut length limit lines minutes most ms now pages percent position
  remaining reserve seconds skipped usualDays waiting`.split(/\s+/),
);
/** Values of special arguments. Any other argument is a name or a phrase. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  control: ['Ctrl', '⌘'],
  does: ['approve', 'send'],
  isOffline: [false, true],
  notSaved: [true, false],
  problems: counts,
  scope: ['Bills and payables', null],
};

/** Arguments of messages in which a name has another meaning than in `samples`. */
const own: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'app.tooLateToCancel': [counts, counts],
  'approvals.attention.unknown.replies.error': [names, [503]],
  'export.long.tooLong': [names, names, names],
  'flags.comparison.open': [[...names, null]],
  'flags.otherBill': [names, [...names, null]],
  'flags.otherWithoutNumber': [names],
  'reports.aging.summary': [names, names, ['34%', '<1%', null]],
  'reports.vendors.lead': [counts, counts],
  'invoices.found': [counts, counts],
  'export.handover.counts': [counts, counts, counts, counts],
  'journal.problemAt': [names, [1], names],
  'journal.torn': [counts.map((lines) => ({ files: 1, lines, attempts: lines }))],
  'journal.whole': [counts.map((lines) => ({ files: 1, lines, attempts: lines }))],
  'signin.connectionProblems.missing': [['serviceUrl', 'clientSecret']],
  'signin.connectionProblems.notAUrl': [['serviceUrl', 'redirectUri']],
  'problems.notices.connectionForbidden': [counts.map(String)],
  'problems.obstacles.proxySignIn': [[[], ['NTLM', 'Negotiate']]],
  'problems.obstacles.untrustedCertificate': [names, [...names, null]],
  'problems.signInProblems.portTaken': [[8765]],
  'settings.signOut.underWay': [[[names[0]], names.slice(0, 2), names]],
  'views.searchChips.or': [[names.slice(0, 2), [names[0]]]],
  'views.searchChips.neither': [[names.slice(0, 2)]],
  'updates.checkFailed': [['unreachable', 'noRoom']],
  'updates.failed': [['9.0.0'], ['badFile']],
};

/** One text of a catalog with its arguments. */
export interface Said {
  /** Path in the catalog: "approvals.why.held". */
  readonly path: string;
  readonly given: readonly unknown[];
  readonly text: string;
}

/** Every message in every language, for proofreading. */
export function messageSheet(): string {
  return Object.entries(languages)
    .map(([language, catalogue]) => {
      const byPath = Map.groupBy(everyMessage(catalogue), ({ path }) => path);
      const parts = [...byPath].map(([path, said]) =>
        [path, ...new Set(said.map(({ text }) => text))].join('\n  '),
      );
      return [`# ${language}`, ...parts].join('\n');
    })
    .join('\n\n');
}

/** Every text of a language: each message with every extreme value of each argument. */
export function everyMessage(catalogue: object): readonly Said[] {
  return textsOf(catalogue, '', []);
}

function textsOf(part: unknown, path: string, given: readonly unknown[]): Said[] {
  if (typeof part === 'string') return [{ path, given, text: part }];
  if (typeof part === 'function') return callsOf(part, path);
  return Object.entries(part as object).flatMap(([name, inner]) =>
    textsOf(inner, path === '' ? name : `${path}.${name}`, given),
  );
}

// Function of a catalog, from values to texts.
type Message = (...given: readonly unknown[]) => unknown;

function callsOf(message: unknown, path: string): Said[] {
  const values = own[path] ?? parametersOf(String(message)).map(valuesOf);
  const usual = values.map(([first]) => first);
  const calls = [
    usual,
    ...values.flatMap((each, at) => each.slice(1).map((odd) => usual.with(at, odd))),
  ];
  return calls.flatMap((given) => textsOf((message as Message)(...given), path, given));
}

function valuesOf(name: string): readonly unknown[] {
  return samples[name] ?? (countNames.has(name) ? counts : names);
}

/** Names of an arrow function's parameters, from its source. */
function parametersOf(source: string): readonly string[] {
  const list = /^\(?([^()=]*)\)?\s*=>/u.exec(source)?.[1] ?? '';
  return list.split(',').flatMap((name) => name.trim() || []);
}
