import { expect, test } from 'vitest';
import type { JournalExport } from '../../bridge/journal.ts';
import { createJournalFlow } from './journal-flow.ts';

test('K-5 work on the journal shows that it goes on, then what came of it, one at a time', async () => {
  const asked: string[] = [];
  let saved: (ended: JournalExport) => void = () => undefined;
  const journal = createJournalFlow({
    verify: async () => {
      asked.push('verify');
      return { kind: 'unreadable', code: 'EACCES' };
    },
    save: (format) => {
      asked.push(`save ${format}`);
      return new Promise((resolve) => (saved = resolve));
    },
  });
  const seen: string[] = [];
  journal.view.subscribe(() => {
    const { busy, said } = journal.view.get();
    seen.push([busy, said?.sentence.title].join(': '));
  });
  const saving = journal.save('csv');
  await journal.verify();
  saved({ kind: 'saved', file: 'journal.csv', attempts: 2 });
  await saving;
  journal.dismiss();
  await journal.verify();
  expect([asked, seen]).toEqual([
    ['save csv', 'verify'],
    ['exporting: ', ': Saved as journal.csv', ': ', 'verifying: ', ': The journal cannot be read'],
  ]);
});
