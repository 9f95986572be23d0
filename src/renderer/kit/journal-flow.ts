import { createObservable, type Observable } from '../../base/observable.ts';
import type { JournalExport, JournalFormat, JournalVerification } from '../../bridge/journal.ts';
import { formatExport, formatVerification, type JournalMessage } from './format-journal.ts';

/** What the Approvals screen shows of the journal. */
export interface JournalView {
  readonly busy: 'verifying' | 'exporting' | null;
  /** What came of it, until it is dismissed. */
  readonly said: JournalMessage | null;
}

/** Main's work on the journal, begun from the screen or the palette. One at a time: another is ignored. */
export interface JournalFlow {
  readonly view: Observable<JournalView>;
  verify(): Promise<void>;
  save(format: JournalFormat): Promise<void>;
  dismiss(): void;
}

export function createJournalFlow(main: {
  verify(): Promise<JournalVerification>;
  save(format: JournalFormat): Promise<JournalExport>;
}): JournalFlow {
  const view = createObservable<JournalView>({ busy: null, said: null });

  const perform = async (
    busy: 'verifying' | 'exporting',
    work: () => Promise<JournalMessage | null>,
  ): Promise<void> => {
    if (view.get().busy !== null) return;
    view.set({ busy, said: null });
    let said: JournalMessage | null = null;
    try {
      said = await work();
    } finally {
      view.set({ busy: null, said });
    }
  };

  return {
    view,
    verify: () => perform('verifying', async () => formatVerification(await main.verify())),
    save: (format) => perform('exporting', async () => formatExport(await main.save(format))),
    dismiss: () => view.set({ ...view.get(), said: null }),
  };
}
