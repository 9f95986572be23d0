import type { Clock } from '../../base/clock.ts';
import { createOneAtATime } from '../../base/serial.ts';
import { dropControls } from '../../base/controls.ts';
import { flagNames } from '../../bridge/flag-names.ts';
import { formatMoney } from '../../bridge/money.ts';
import type { Language } from '../../bridge/settings.ts';
import type { ApprovalQuestion, BillTotals } from '../approvals/agree.ts';
import { loosenedLimits, type LoosenedLimit, type Weakening } from '../settings/weakening.ts';

/** A question in a system dialog. The first button means no. */
export interface QuestionText {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly [string, string];
}

const texts = {
  en: {
    one: { approve: 'Approve', send: 'Send the approval of' },
    many: {
      approve: (count: number) => `Approve ${count} bills?`,
      send: (count: number) => `Send ${count} approvals?`,
    },
    total: (sums: string) => `In total: ${sums}.`,
    kinds: { billsCents: 'bills', creditsCents: 'credits' },
    overLimit: 'The amount is above your limit.',
    manyOverLimit: (count: number, sums: string) => `${count} above your limit: ${sums}.`,
    limitUnread: 'Some of your limits couldn’t be read. Set them again in Settings.',
    mayLackOthers:
      'Entries are missing from the audit log. Check that this wasn’t approved before.',
    twice: 'This bill was approved before. It could be approved twice.',
    manyTwice: (count: number, sums: string) =>
      `${count} approved before, which could be approved twice: ${sums}.`,
    elsewhere:
      'A bill with this ID was approved in another organization. If they are the same bill, it could be approved twice.',
    manyElsewhere: (count: number, sums: string) =>
      `${count} with the ID of a bill approved in another organization: ${sums}.`,
    notMadeHere:
      'This approval was made in another session, restored, or written by another program.',
    manyNotMadeHere: (count: number, sums: string) =>
      `${count} made in another session, restored, or written by another program: ${sums}.`,
    refused: 'This approval was rejected. Check in your service that the bill isn’t approved yet.',
    manyRefused: (count: number, sums: string) => `${count} rejected before: ${sums}.`,
    buttons: { approve: ['Cancel', 'Approve'], send: ['Cancel', 'Send'] },
    install: {
      message: {
        now: (version: string) => `Restart and update to Billfold ${version}?`,
        atQuit: (version: string) => `Update to Billfold ${version} when you quit?`,
      },
      detail: 'Approvals being sent are finished first.',
      buttons: ['Cancel', 'Update'],
    },
    weaken: {
      message: 'Allow this change of your settings?',
      buttons: ['Cancel', 'Allow'],
      details: {
        allowWeakTokenStorage: 'Your session is kept on this computer without a keyring.',
        lockAfterMinutes: 'Billfold locks later, or not by itself.',
        recheckSkipMinutes: 'Approvals may be sent without checking the bill for changes.',
        sendAgainByItself: 'Approvals without a reply are sent again without asking you.',
        checkForUpdates: 'Billfold no longer looks for updates, nor for recalled versions.',
        limits: 'An approval limit is raised or removed.',
        undoWindowMs: 'Approvals can hardly be undone, or not at all.',
        flagsOff: 'Billfold no longer shows these flags:',
        limitsUnread: 'Limits that couldn’t be read no longer ask:',
      },
      limits: {
        askAboveCents: 'Ask again above',
        bulkMostCents: 'Never in bulk above',
        batchMostCents: 'One-step batch up to',
      },
      off: 'off',
      anyCurrency: 'any currency',
      minutes: (count: number) => `${count} min`,
    },
  },
  de: {
    one: { approve: 'Freigeben:', send: 'Freigabe senden:' },
    many: {
      approve: (count: number) => `${count} Rechnungen freigeben?`,
      send: (count: number) => `${count} Freigaben senden?`,
    },
    total: (sums: string) => `Zusammen: ${sums}.`,
    kinds: { billsCents: 'Rechnungen', creditsCents: 'Gutschriften' },
    overLimit: 'Der Betrag liegt über Ihrer Grenze.',
    manyOverLimit: (count: number, sums: string) => `${count} über Ihrer Grenze: ${sums}.`,
    limitUnread:
      'Manche Ihrer Grenzen ließen sich nicht lesen. Setzen Sie sie in den Einstellungen neu.',
    mayLackOthers:
      'Im Prüfprotokoll fehlen Einträge. Prüfen Sie, dass dies nicht schon freigegeben wurde.',
    twice: 'Diese Rechnung wurde schon einmal freigegeben. Sie könnte zweimal freigegeben werden.',
    manyTwice: (count: number, sums: string) =>
      `${count} schon einmal freigegeben, zweimal möglich: ${sums}.`,
    elsewhere:
      'In einer anderen Organisation wurde eine Rechnung mit dieser ID freigegeben. Ist es dieselbe, könnte sie zweimal freigegeben werden.',
    manyElsewhere: (count: number, sums: string) =>
      `${count} mit der ID einer Rechnung, die in einer anderen Organisation freigegeben wurde: ${sums}.`,
    notMadeHere:
      'Diese Freigabe stammt aus einer anderen Sitzung, wurde zurückgespielt oder von einem anderen Programm geschrieben.',
    manyNotMadeHere: (count: number, sums: string) =>
      `${count} aus einer anderen Sitzung, zurückgespielt oder von einem anderen Programm geschrieben: ${sums}.`,
    refused:
      'Diese Freigabe wurde abgelehnt. Prüfen Sie im Dienst, dass die Rechnung noch nicht freigegeben ist.',
    manyRefused: (count: number, sums: string) => `${count} schon einmal abgelehnt: ${sums}.`,
    buttons: { approve: ['Abbrechen', 'Freigeben'], send: ['Abbrechen', 'Senden'] },
    install: {
      message: {
        now: (version: string) => `Billfold neu starten und auf ${version} aktualisieren?`,
        atQuit: (version: string) => `Billfold beim Beenden auf ${version} aktualisieren?`,
      },
      detail: 'Freigaben, die gerade gesendet werden, werden erst abgeschlossen.',
      buttons: ['Abbrechen', 'Aktualisieren'],
    },
    weaken: {
      message: 'Diese Änderung Ihrer Einstellungen erlauben?',
      buttons: ['Abbrechen', 'Erlauben'],
      details: {
        allowWeakTokenStorage:
          'Ihre Sitzung wird auf diesem Computer ohne Schlüsselbund gespeichert.',
        lockAfterMinutes: 'Billfold sperrt später oder nicht von selbst.',
        recheckSkipMinutes:
          'Freigaben werden vielleicht gesendet, ohne die Rechnung auf Änderungen zu prüfen.',
        sendAgainByItself: 'Freigaben ohne Antwort werden erneut gesendet, ohne Sie zu fragen.',
        checkForUpdates: 'Billfold sucht nicht mehr nach Updates und zurückgerufenen Versionen.',
        limits: 'Eine Freigabegrenze wird erhöht oder entfernt.',
        undoWindowMs: 'Freigaben lassen sich kaum noch oder nicht mehr rückgängig machen.',
        flagsOff: 'Billfold zeigt diese Hinweise nicht mehr:',
        limitsUnread: 'Grenzen, die sich nicht lesen ließen, fragen nicht mehr nach:',
      },
      limits: {
        askAboveCents: 'Nachfragen über',
        bulkMostCents: 'Nur einzeln über',
        batchMostCents: 'In einem Schritt bis',
      },
      off: 'aus',
      anyCurrency: 'jede Währung',
      minutes: (count: number) => `${count} min`,
    },
  },
} as const satisfies Record<Language, object>;

/** Question before an action with approvals that need consent outside the window. Warnings come before the total. */
export function approvalQuestionText(asked: ApprovalQuestion, language: Language): QuestionText {
  const text = texts[language];
  const { does, all, overLimit, twice, elsewhere, notMadeHere, refused, only } = asked;
  const sums = (some: BillTotals): string => sumsText(some, language);
  const isOne = only !== null;
  const lines = [
    asked.mayLackOthers ? text.mayLackOthers : null,
    overLimit.count === 0
      ? null
      : !isOne
        ? text.manyOverLimit(overLimit.count, sums(overLimit))
        : // While a limit is unread, nothing shows that the amount is above it.
          asked.isLimitUnread
          ? null
          : text.overLimit,
    asked.isLimitUnread ? text.limitUnread : null,
    twice.count === 0 ? null : isOne ? text.twice : text.manyTwice(twice.count, sums(twice)),
    elsewhere.count === 0
      ? null
      : isOne
        ? text.elsewhere
        : text.manyElsewhere(elsewhere.count, sums(elsewhere)),
    notMadeHere.count === 0
      ? null
      : isOne
        ? text.notMadeHere
        : text.manyNotMadeHere(notMadeHere.count, sums(notMadeHere)),
    refused.count === 0
      ? null
      : isOne
        ? text.refused
        : text.manyRefused(refused.count, sums(refused)),
    isOne ? null : text.total(sums(all)),
  ];
  const about = isOne
    ? [formatMoney(only.amountDueCents, only.currency, language), only.vendorName, only.billNumber]
        .filter((part) => part !== null)
        .map((part) => isolated(part))
        .join(' · ')
    : '';
  return {
    message: isOne ? `${text.one[does]} ${about}?` : text.many[does](all.count),
    detail: lines.filter((line) => line !== null).join('\n'),
    buttons: text.buttons[does],
  };
}

/** Maximum limits in a question. More would push its buttons out of sight, and no screen changes more at once. */
const MAX_LIMITS = 8;

/**
 * Question before the window may weaken a protection; null if it would name too many limits. It names amounts, minutes
 * and flags, because a taken-over page could change more than the user intended.
 */
export function weakeningQuestionText(
  { weaker, before, after }: Weakening,
  language: Language,
): QuestionText | null {
  const { message, buttons, details, limits, off, minutes, anyCurrency } = texts[language].weaken;
  const loosened = loosenedLimits(before.limits, after.limits);
  if (loosened.length > MAX_LIMITS) return null;
  const lifted = before.limitsUnread.filter((code) => !after.limitsUnread.includes(code));
  const isAny = lifted.includes(null) || lifted.length > MAX_LIMITS;
  const amount = (cents: number | null, currency: string): string =>
    cents === null ? off : isolated(formatMoney(cents, currency, language));
  const limitLine = ({ name, currency, from, to }: LoosenedLimit): string =>
    `${limits[name]}: ${amount(from, currency)} → ${amount(to, currency)}`;
  const linesAbout = (name: (typeof weaker)[number]): readonly string[] => {
    if (name === 'lockAfterMinutes' || name === 'recheckSkipMinutes') {
      const [from, to] = [before, after].map((each) =>
        each[name] === 0 ? off : minutes(each[name]),
      );
      return [`${details[name]} ${from} → ${to}`];
    }
    if (name === 'undoWindowMs')
      return [`${details[name]} ${before[name] / 1_000} s → ${after[name] / 1_000} s`];
    if (name === 'flagsOff') {
      const hidden = after[name].filter((flag) => !before[name].includes(flag));
      return [`${details[name]} ${hidden.map((flag) => flagNames[language][flag]).join(', ')}`];
    }
    if (name === 'limitsUnread')
      return [`${details[name]} ${isAny ? anyCurrency : lifted.join(', ')}`];
    return name === 'limits' ? [details[name], ...loosened.map(limitLine)] : [details[name]];
  };
  return { message, detail: weaker.flatMap(linesAbout).join('\n'), buttons };
}

/** Question before an update that the window asks for. */
export function updateQuestionText(
  version: string,
  when: 'now' | 'atQuit',
  language: Language,
): QuestionText {
  const { message, ...text } = texts[language].install;
  return { message: message[when](version), ...text };
}

/** Sums of bills and of credits, separately per currency. */
function sumsText({ sums }: BillTotals, language: Language): string {
  const { kinds } = texts[language];
  const ofKind = (kind: 'billsCents' | 'creditsCents'): string[] => {
    const all = sums
      .filter((sum) => sum[kind] !== 0)
      .map((sum) => isolated(formatMoney(sum[kind], sum.currency, language)));
    if (all.length === 0) return [];
    return [`${kinds[kind]} ${all.join(', ')}`];
  };
  const parts = [...ofKind('billsCents'), ...ofKind('creditsCents')];
  return parts.length === 0 ? formatMoney(0, sums[0]?.currency ?? '', language) : parts.join('; ');
}

/**
 * After this many refusals within `PAUSE_MS`, main refuses for another `PAUSE_MS` without asking. Users may refuse a
 * few bills in a row.
 */
const MAX_REFUSALS = 6;
const PAUSE_MS = 60_000;

/**
 * Asks one question at a time; another one meanwhile counts as refused. After six refusals within a minute, main
 * refuses for a minute without asking: a taken-over page could otherwise ask until the user gives in. Any other answer
 * resets the count. An answer after a lock does not count, because someone else may have given it.
 */
export function createQuestionGate(
  { elapsedMs }: Pick<Clock, 'elapsedMs'>,
  /** Called with each question: true if a pause answers it, false if the user is asked. */
  onAsked: (isPaused: boolean) => void,
  /** Aborts at the next lock. */
  untilLocked: () => AbortSignal,
) {
  const oneAtATime = createOneAtATime();
  let refusedAtMs: readonly number[] = [];
  return <Answer>(ask: () => Promise<Answer>, no: Answer): Promise<Answer> =>
    oneAtATime(async () => {
      const lastMs = refusedAtMs.at(-1) ?? 0;
      const isPaused = refusedAtMs.length === MAX_REFUSALS && elapsedMs() - lastMs < PAUSE_MS;
      onAsked(isPaused);
      if (isPaused) return no;
      const signal = untilLocked();
      const answer = await ask();
      if (signal.aborted) return no;
      const nowMs = elapsedMs();
      refusedAtMs =
        answer === no ? [...refusedAtMs.filter((atMs) => nowMs - atMs < PAUSE_MS), nowMs] : [];
      return answer;
    }, no);
}

const MAX_SHOWN = 80;

/** Isolates a foreign text: it cannot reorder the text beside it, or push other text out of sight. */
export function isolated(text: string): string {
  const short = dropControls(text).replace(/\s+/gu, ' ').slice(0, MAX_SHOWN);
  return `\u2068${short}\u2069`;
}
