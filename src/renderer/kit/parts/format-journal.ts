import { assertNever } from '../../../base/assert-never.ts';
import type {
  JournalExport,
  JournalKeyExport,
  JournalProblem,
  JournalVerification,
} from '../../../bridge/journal.ts';
import type { JournalEnd } from '../services/journal-flow.ts';
import type { MessageText } from '../text/message-text.ts';
import { messages } from '../text/messages.ts';
import type { Sentence } from '../ui/sentences.ts';

/** Message about the journal, with its urgency. */
interface JournalMessage {
  readonly tone: 'good' | 'info' | 'caution' | 'danger';
  readonly sentence: Sentence;
}

/** Message about the result of a verification or export; null if the user canceled. */
export function formatJournalEnd(end: JournalEnd): JournalMessage | null {
  switch (end.of) {
    case 'verification':
      return formatVerification(end.found);
    case 'export':
      return formatExport(end.ended);
    case 'key':
      return formatKeyExport(end.ended);
    default:
      return assertNever(end);
  }
}

/** Result of verifying the journal's chain. The technical details name the exact entries. */
function formatVerification(found: JournalVerification): JournalMessage {
  switch (found.kind) {
    case 'whole': {
      const verified = found.attempts === 0 ? 'info' : 'good';
      const tone = found.chainedLater > 0 || found.isKeyUnread ? 'caution' : verified;
      return notice(tone, wholeNotice(found), technicalOf(found));
    }
    case 'torn':
      return notice('caution', tornNotice(found), technicalOf(found));
    case 'broken':
      return notice('danger', brokenNotice(found), technicalOf(found));
    case 'unreadable':
      return notice('danger', messages.journal.unreadable, found.code);
    default:
      return assertNever(found);
  }
}

function brokenNotice({
  problems,
  problemCount,
}: Extract<JournalVerification, { kind: 'broken' }>): MessageText {
  if (problems.every(({ problem }) => problem === 'keyLost')) return messages.journal.keyLost;
  // As the notice at the start says: a restored copy looks the same as removed entries.
  if (problems.every(({ problem }) => missing.has(problem))) return messages.journal.incomplete;
  return messages.journal.broken(problemCount);
}

/** Problems of logs that lack entries. */
const missing: ReadonlySet<JournalProblem['problem']> = new Set([
  'removed',
  'cutEnd',
  'emptied',
  'notAsLeft',
]);

function formatExport(ended: JournalExport): JournalMessage | null {
  switch (ended.kind) {
    case 'saved':
      return notice('good', messages.journal.saved(ended.file, ended.attempts), null);
    case 'cancelled':
      return null;
    case 'failed':
      return notice('caution', messages.journal.failed[ended.why], ended.code);
    default:
      return assertNever(ended);
  }
}

function formatKeyExport(ended: JournalKeyExport): JournalMessage | null {
  switch (ended.kind) {
    case 'saved':
      return notice('good', messages.journal.keySaved(ended.file), null);
    case 'given':
      return notice('info', messages.journal.keyGiven, null);
    case 'none':
      return notice('caution', messages.journal.noKey, null);
    case 'cancelled':
    case 'failed':
      return formatExport(ended);
    default:
      return assertNever(ended);
  }
}

type Read = Exclude<JournalVerification, { kind: 'unreadable' }>;
type Plain = Pick<Sentence, 'title' | 'whatToDo'>;

function notice(
  tone: JournalMessage['tone'],
  plain: Plain,
  technical: string | null,
): JournalMessage {
  return { tone, sentence: { ...plain, technical } };
}

function tornNotice(found: Read): Plain {
  const { title, whatToDo } = messages.journal.torn(countsOf(found));
  const more = found.isKeyUnread ? [messages.journal.keyUnread.whatToDo] : [];
  return { title, whatToDo: [whatToDo, ...more].join(' ') };
}

function wholeNotice(found: Read): Plain {
  if (found.isKeyUnread) return messages.journal.keyUnread;
  if (found.attempts === 0) return messages.journal.empty;
  const { title, whatToDo } = messages.journal.whole(countsOf(found));
  const { authentic, chainedOnly, chainedLater, retired } = found;
  const early = chainedOnly - chainedLater;
  const more = [
    ...(authentic > 0 ? [messages.journal.checked(authentic)] : []),
    ...(early > 0 ? [messages.journal.chainedOnly(early)] : []),
    ...(chainedLater > 0 ? [messages.journal.chainedLater(chainedLater)] : []),
    ...(retired > 0 ? [messages.journal.retired(retired)] : []),
  ];
  return { title, whatToDo: [whatToDo, ...more].join(' ') };
}

function countsOf({ files, lines, attempts }: Read) {
  return { files: files.length, lines, attempts };
}

function technicalOf(found: Read): string | null {
  if (found.lines === 0) return null;
  const problems = found.kind === 'broken' ? found.problems : [];
  const more = found.kind === 'broken' ? found.problemCount - problems.length : 0;
  return [
    ...problems.map(({ file, line, problem }) =>
      messages.journal.problemAt(file, line, messages.journal.problems[problem]),
    ),
    ...(more > 0 ? [messages.journal.moreProblems(more)] : []),
    ...found.files,
    messages.journal.lastHash(found.lastHash),
  ].join('\n');
}
