import { createObservable, type Observable } from '../../base/observable.ts';
import type {
  JournalExport,
  JournalFormat,
  JournalKeyExport,
  JournalVerification,
} from '../../bridge/journal.ts';
import { assertNever } from '../../base/assert-never.ts';
import { messages } from './text/messages.ts';
import type { Sentence } from './ui/sentences.ts';

/** What the Approvals screen shows of the journal. */
interface JournalView {
  readonly busy: 'verifying' | 'exporting' | null;
  /** What came of it, until it is dismissed. */
  readonly message: JournalMessage | null;
}

/** Main's work on the journal, begun from the screen or the palette. One at a time: another is ignored. */
export interface JournalFlow {
  readonly view: Observable<JournalView>;
  verify(): Promise<void>;
  save(format: JournalFormat): Promise<void>;
  saveKey(): Promise<void>;
  dismiss(): void;
}

export function createJournalFlow(main: {
  verify(): Promise<JournalVerification>;
  save(format: JournalFormat): Promise<JournalExport>;
  saveKey(): Promise<JournalKeyExport>;
}): JournalFlow {
  const view = createObservable<JournalView>({ busy: null, message: null });

  const perform = async (
    busy: 'verifying' | 'exporting',
    work: () => Promise<JournalMessage | null>,
  ): Promise<void> => {
    if (view.get().busy !== null) return;
    view.set({ busy, message: null });
    let message: JournalMessage | null = null;
    try {
      message = await work();
    } finally {
      view.set({ busy: null, message });
    }
  };

  return {
    view,
    verify: () => perform('verifying', async () => formatVerification(await main.verify())),
    save: (format) => perform('exporting', async () => formatExport(await main.save(format))),
    saveKey: () => perform('exporting', async () => formatKeyExport(await main.saveKey())),
    dismiss: () => view.set({ ...view.get(), message: null }),
  };
}

/** What to say of the journal, and how loudly. */
interface JournalMessage {
  readonly tone: 'good' | 'info' | 'caution' | 'danger';
  readonly sentence: Sentence;
}

/** What following the journal's chain has shown; where exactly is one click away. */
export function formatVerification(found: JournalVerification): JournalMessage {
  switch (found.kind) {
    case 'whole': {
      const verified = found.attempts === 0 ? 'info' : 'good';
      const tone = found.chainedLater > 0 ? 'caution' : verified;
      return notice(tone, wholeNotice(found), technicalOf(found));
    }
    case 'torn':
      return notice('caution', messages.journal.torn(countsOf(found)), technicalOf(found));
    case 'broken':
      return notice('danger', messages.journal.broken(found.problemCount), technicalOf(found));
    case 'unreadable':
      return notice('danger', messages.journal.unreadable, found.code);
    default:
      return assertNever(found);
  }
}

/** How an export ended; null when the user thought better of it. */
export function formatExport(ended: JournalExport): JournalMessage | null {
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

/** The same of the key that verifies the journal. */
export function formatKeyExport(ended: JournalKeyExport): JournalMessage | null {
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

function wholeNotice(found: Read): Plain {
  if (found.attempts === 0) return messages.journal.empty;
  const { title, whatToDo } = messages.journal.whole(countsOf(found));
  const { authentic, chainedOnly, chainedLater, startsInTheMiddle, retired } = found;
  const early = chainedOnly - chainedLater;
  const more = [
    ...(authentic > 0 ? [messages.journal.checked(authentic)] : []),
    ...(early > 0 ? [messages.journal.chainedOnly(early)] : []),
    ...(chainedLater > 0 ? [messages.journal.chainedLater(chainedLater)] : []),
    ...(retired > 0 ? [messages.journal.retired(retired)] : []),
    ...(startsInTheMiddle ? [messages.journal.earlierMissing] : []),
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
