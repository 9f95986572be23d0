import { afterEach, describe, expect, test } from 'vitest';
import { outsideOf } from './testing/isolates.ts';
import { languageFor } from '../../../bridge/settings.ts';
import { setLanguage, messages } from './messages.ts';
import { everyMessage, languages } from './testing/every-message.ts';

afterEach(() => setLanguage('en'));

/** Words that accounts payable doesn't use, or uses in another sense; see docs/architecture.md, Glossary. */
const retired =
  /\b(crawl|fresh look|look(ed)? at|by (itself|themselves)|goes? on|going on|refus(ed?|al)|taken? back|withdr[ae]wn?|put (aside|back)|set aside|dismiss|insights|journal(?! entries)|requests left|sample company|cancelled|cancellation|read again|not read|could not be read)\b/iu;

describe.each(Object.entries(languages))('%s', (language, catalogue) => {
  const all = everyMessage(catalogue);

  test('every message is complete for any arguments', () => {
    const broken = all.filter(({ text }) => /\b(?:undefined|null|NaN)\b|\[object|\s{2}/.test(text));
    expect(broken).toEqual([]);
    expect(all.length).toBeGreaterThan(1_000);
  });

  test('a sentence that ends with a name such as “Acme Co.” has one full stop', () => {
    expect(all.filter(({ text }) => /(?<!\.)\.[”“"’»\u2069]*\.(?!\.)/u.test(text))).toEqual([]);
  });

  test('no message lets a name reorder the text around it', () => {
    const open = all.filter(({ text }) => outsideOf(text) === null);
    expect(open).toEqual([]);
  });

  test('counts have the right plural form', () => {
    const forms = {
      en: /(^|\s)1 (bills|approvals|entries|fields|files|rows|vendors)\b/,
      de: /(^|\s)1 (Rechnungen|Freigaben|Einträge|Felder|Zeilen|Lieferanten)\b/,
    };
    const wrong = all.filter(({ text }) => forms[language as keyof typeof forms].test(text));
    expect(wrong).toEqual([]);
  });
});

test('no retired word appears on a screen', () => {
  expect(
    everyMessage(languages.en).filter(
      ({ path, text }) =>
        // Users type these words; no screen shows them.
        !path.startsWith('review.searchWords.') &&
        (retired.test(text) || /(^|\. )The service\b/.test(text)),
    ),
  ).toEqual([]);
});

test('the language is the chosen one, or the system’s if Billfold has it', async () => {
  const shown = [
    languageFor('system', 'de-AT'),
    languageFor('system', 'fr-FR'),
    languageFor('de', 'en-US'),
  ];
  // A user who changes their mind meanwhile doesn't get the first language.
  const undecided = [setLanguage('de'), setLanguage('en'), setLanguage('de')];
  await Promise.all(undecided);
  expect([shown, messages.statuses.overdue]).toEqual([['de', 'en', 'de'], 'Überfällig']);
});

test.each(['profileRestored', 'journalGone', 'journalCut'] as const)(
  'the notice %s warns of approvals that are not listed, in each language',
  (kind) => {
    const said = Object.values(languages).map(({ problems }) => problems.notices[kind]().whatToDo);
    expect(said).toEqual([
      expect.stringMatching(/look them up in the service before you approve their bills again\.$/),
      expect.stringMatching(
        /Sehen Sie im Dienst nach, bevor Sie deren Rechnungen erneut freigeben\.$/,
      ),
    ]);
  },
);
