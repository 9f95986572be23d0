import { createObservable, type Observable } from '../../../base/observable.ts';
import type {
  JournalExport,
  JournalFormat,
  JournalKeyExport,
  JournalVerification,
} from '../../../bridge/journal.ts';

/** State of the journal on the Approvals screen. */
interface JournalView {
  readonly busy: 'verifying' | 'exporting' | null;
  /** Result of the last job, until the user dismisses it. */
  readonly ended: JournalEnd | null;
}

/** Result of main's work on the journal. */
export type JournalEnd =
  | { readonly of: 'verification'; readonly found: JournalVerification }
  | { readonly of: 'export'; readonly ended: JournalExport }
  | { readonly of: 'key'; readonly ended: JournalKeyExport };

/** Main's work on the journal, started from the screen or the palette. Ignores a second job during the first. */
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
  const view = createObservable<JournalView>({ busy: null, ended: null });

  const perform = async (
    busy: 'verifying' | 'exporting',
    work: () => Promise<JournalEnd>,
  ): Promise<void> => {
    if (view.get().busy !== null) return;
    view.set({ busy, ended: null });
    let ended: JournalEnd | null = null;
    try {
      ended = await work();
    } finally {
      view.set({ busy: null, ended });
    }
  };

  return {
    view,
    verify: () =>
      perform('verifying', async () => ({ of: 'verification', found: await main.verify() })),
    save: (format) =>
      perform('exporting', async () => ({ of: 'export', ended: await main.save(format) })),
    saveKey: () => perform('exporting', async () => ({ of: 'key', ended: await main.saveKey() })),
    dismiss: () => view.set({ ...view.get(), ended: null }),
  };
}
