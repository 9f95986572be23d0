import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { createCountingIds } from '../../base/testing/seeded-random.ts';
import type { PageSetup } from '../../bridge/list-export.ts';
import {
  createListExporter,
  safeFileName,
  type ListExporter,
  type PagePrinter,
  type Printed,
} from './list-exporter.ts';
import { createMemoryNewFiles } from '../files/testing/memory-new-files.ts';

const CHOSEN = '/home/ada/bills.csv';
const setup: PageSetup = { paper: 'A4', tagged: true };

/** An exporter with a user who answers every dialog with `chosen`. */
function anExporter(chosen: string | null = CHOSEN, printer: Partial<PagePrinter> = {}) {
  const files = createMemoryNewFiles();
  const asked: string[] = [];
  const drawn: string[] = [];
  const shown: string[] = [];
  const exporter = createListExporter({
    files,
    ids: createCountingIds(),
    askWhereToSave: async (name, format) => {
      asked.push(`${name} ${format}`);
      return chosen;
    },
    showInFolder: (path) => shown.push(path),
    printer: {
      draw: async (html) => {
        drawn.push(html);
        return succeed(new TextEncoder().encode(`%PDF of ${html}`));
      },
      print: async (html) => {
        drawn.push(html);
        return { kind: 'printed' };
      },
      close: () => undefined,
      ...printer,
    },
  });
  return { files, asked, drawn, shown, exporter };
}

async function begin(exporter: ListExporter, target: 'csv' | 'pdf' | 'printer'): Promise<string> {
  const begun = await exporter.begin('Bills', target);
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  return begun.listId;
}

test('a complete CSV file appears in the chosen place; main answers with its name only, and can show its folder', async () => {
  const { exporter, files, asked, shown } = anExporter();
  files.plant(CHOSEN, 'the old one');
  const id = await begin(exporter, 'csv');
  await exporter.append(id, 'a,b\r\n');
  await exporter.append(id, 'c,d\r\n');
  const before = files.placed.get(CHOSEN);
  exporter.showSaved();
  const ended = await exporter.end(id, setup);
  exporter.showSaved();
  const after = files.placed.get(CHOSEN);
  expect({ asked, before, ended, after, shown, open: files.open() }).toEqual({
    asked: ['Bills.csv csv'],
    before: 'the old one',
    ended: { kind: 'saved', file: 'bills.csv' },
    after: 'a,b\r\nc,d\r\n',
    shown: [CHOSEN],
    open: 0,
  });
});

test('the pages are drawn from all pieces together, and saved or printed', async () => {
  const { exporter, files, drawn, asked } = anExporter('/home/ada/bills.pdf');
  const ends: unknown[] = [];
  for (const target of ['pdf', 'printer'] as const) {
    const id = await begin(exporter, target);
    await exporter.append(id, '<p>');
    await exporter.append(id, 'x');
    ends.push(await exporter.end(id, setup));
  }
  expect({ ends, drawn, asked, saved: [...files.placed] }).toEqual({
    ends: [{ kind: 'saved', file: 'bills.pdf' }, { kind: 'printed' }],
    drawn: ['<p>x', '<p>x'],
    asked: ['Bills.pdf pdf'],
    saved: [['/home/ada/bills.pdf', '%PDF of <p>x']],
  });
});

test('a cancelled dialog begins no list', async () => {
  const { exporter, files } = anExporter(null);
  expect([await exporter.begin('Bills', 'csv'), files.open()]).toEqual([{ kind: 'cancelled' }, 0]);
});

const givenUp = { kind: 'failed', why: 'givenUp', technical: '' };

test('a failed write is reported at once, and leaves no partial file', async () => {
  const steps = { create: 'EACCES', append: 'ENOSPC', putInPlace: 'EIO' } as const;
  const results: unknown[] = [];
  for (const step of ['create', 'append', 'putInPlace'] as const) {
    const { exporter, files } = anExporter();
    files.plant(CHOSEN, 'the old one');
    files.failNext(step, steps[step]);
    const begun = await exporter.begin('Bills', 'csv');
    const id = begun.kind === 'begun' ? begun.listId : '';
    const answers = [begun, await exporter.append(id, 'a'), await exporter.end(id, setup)];
    results.push(answers.filter(({ kind }) => kind === 'failed'));
    results.push({ standing: files.placed.get(CHOSEN), open: files.open() });
  }
  const untouched = { standing: 'the old one', open: 0 };
  expect(results).toEqual([
    [{ kind: 'failed', why: 'notAllowed', technical: 'EACCES' }, givenUp, givenUp],
    untouched,
    [{ kind: 'failed', why: 'noRoom', technical: 'ENOSPC' }, givenUp],
    untouched,
    [{ kind: 'failed', why: 'notWritten', technical: 'EIO' }],
    untouched,
  ]);
});

test('pages that cannot be drawn or printed are reported with the reason', async () => {
  const { exporter, files } = anExporter(CHOSEN, {
    draw: async () => fail('Printing failed'),
    print: async () => ({ kind: 'failed', technical: 'Invalid printer settings' }),
  });
  const ends: unknown[] = [];
  for (const target of ['pdf', 'printer'] as const)
    ends.push(await exporter.end(await begin(exporter, target), setup));
  expect([ends, files.open(), files.placed.size]).toEqual([
    [
      { kind: 'failed', why: 'notDrawn', technical: 'Printing failed' },
      { kind: 'failed', why: 'notDrawn', technical: 'Invalid printer settings' },
    ],
    0,
    0,
  ]);
});

test('a new list ends the previous one, whose later pieces are dropped', async () => {
  const { exporter, files } = anExporter();
  const first = await begin(exporter, 'csv');
  const second = await begin(exporter, 'csv');
  const late = [await exporter.append(first, 'late'), await exporter.end(first, setup)];
  await exporter.append(second, 'right');
  await exporter.end(second, setup);
  expect([late, files.placed.get(CHOSEN), files.open()]).toEqual([[givenUp, givenUp], 'right', 0]);
});

test('a list given up while its pages are drawn leaves no file, and the next list continues', async () => {
  const drawing = Promise.withResolvers<Uint8Array>();
  const { exporter, files } = anExporter(CHOSEN, {
    draw: async () => succeed(await drawing.promise),
  });
  const first = await begin(exporter, 'pdf');
  const ending = exporter.end(first, setup);
  await exporter.giveUp(first);
  const second = await begin(exporter, 'csv');
  drawing.resolve(new Uint8Array([1]));
  const ended = await ending;
  await exporter.append(second, 'right');
  expect([ended, await exporter.end(second, setup), files.placed.get(CHOSEN)]).toEqual([
    givenUp,
    { kind: 'saved', file: 'bills.csv' },
    'right',
  ]);
});

test('a list given up while the print dialog is open is not printed', async () => {
  const asking = Promise.withResolvers<Printed>();
  let closed = 0;
  const close = (): void => {
    closed += 1;
    asking.resolve({ kind: 'failed', technical: 'The window was closed.' });
  };
  const { exporter } = anExporter(CHOSEN, { print: () => asking.promise, close });
  const id = await begin(exporter, 'printer');
  const ending = exporter.end(id, setup);
  await exporter.giveUp(id);
  expect([await ending, closed]).toEqual([givenUp, 1]);
});

test('closing Billfold leaves no partial file', async () => {
  let closed = 0;
  const { exporter, files } = anExporter(CHOSEN, { close: () => void (closed += 1) });
  await exporter.append(await begin(exporter, 'pdf'), 'half');
  await exporter.close();
  await exporter.close();
  expect([files.open(), files.placed.size, closed]).toEqual([0, 0, 1]);
});

test('the suggested name of a file leads to no other folder and is valid on every disk', () => {
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  expect([
    safeFileName('Bills: To review 2026-11-20', 'csv'),
    safeFileName('../../etc/passwd', 'csv'),
    safeFileName('C:\\Windows\\x', 'pdf'),
    safeFileName('a\u202Efdp.exe\n', 'pdf'),
    safeFileName(' .. ', 'csv'),
    safeFileName('Con', 'csv'),
    safeFileName('lpt1 .2026', 'csv'),
    safeFileName('Contoso', 'csv'),
    bytesOf(safeFileName('👩‍👩‍👧'.repeat(60), 'csv')) <= 164,
    safeFileName('👩‍👩‍👧'.repeat(60), 'csv').isWellFormed(),
  ]).toEqual([
    'Bills- To review 2026-11-20.csv',
    'etc-passwd.csv',
    'C-Windows-x.pdf',
    'a-fdp.exe.pdf',
    'list.csv',
    'list-Con.csv',
    'list-lpt1 .2026.csv',
    'Contoso.csv',
    true,
    true,
  ]);
});
