import { expect, test } from 'vitest';
import { fail, succeed } from '../../base/result.ts';
import { createCountingIds } from '../../base/testing/seeded-random.ts';
import type { Sheet } from '../../bridge/list-file.ts';
import { createListDesk, type ListDesk } from './list-desk.ts';
import type { PagePrinter, Printed } from './page-printer.ts';
import { createMemoryNewFiles } from './testing/memory-new-files.ts';

const CHOSEN = '/home/ada/bills.csv';
const sheet: Sheet = { paper: 'A4', tagged: true };

/** A desk with a user who answers every dialog with `chosen`. */
function aDesk(chosen: string | null = CHOSEN, printer: Partial<PagePrinter> = {}) {
  const files = createMemoryNewFiles();
  const asked: string[] = [];
  const drawn: string[] = [];
  const desk = createListDesk({
    files,
    ids: createCountingIds(),
    askWhereToSave: async (name, format) => {
      asked.push(`${name} ${format}`);
      return chosen;
    },
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
  return { files, asked, drawn, desk };
}

async function begin(desk: ListDesk, target: 'csv' | 'pdf' | 'printer'): Promise<string> {
  const begun = await desk.begin('Bills', target);
  if (begun.kind !== 'begun') throw new Error(begun.kind);
  return begun.listId;
}

test('X-13 a sheet stands where the user said, whole, and answers with its name alone', async () => {
  const { desk, files, asked } = aDesk();
  files.plant(CHOSEN, 'the old one');
  const id = await begin(desk, 'csv');
  await desk.append(id, 'a,b\r\n');
  await desk.append(id, 'c,d\r\n');
  const before = files.placed.get(CHOSEN);
  const ended = await desk.end(id, sheet);
  expect({ asked, before, ended, after: files.placed.get(CHOSEN), open: files.open() }).toEqual({
    asked: ['Bills.csv csv'],
    before: 'the old one',
    ended: { kind: 'saved', file: 'bills.csv' },
    after: 'a,b\r\nc,d\r\n',
    open: 0,
  });
});

test('X-13 pages are drawn of all pieces at once, and saved or printed', async () => {
  const { desk, files, drawn, asked } = aDesk('/home/ada/bills.pdf');
  const ends: unknown[] = [];
  for (const target of ['pdf', 'printer'] as const) {
    const id = await begin(desk, target);
    await desk.append(id, '<p>');
    await desk.append(id, 'x');
    ends.push(await desk.end(id, sheet));
  }
  expect({ ends, drawn, asked, saved: [...files.placed] }).toEqual({
    ends: [{ kind: 'saved', file: 'bills.pdf' }, { kind: 'printed' }],
    drawn: ['<p>x', '<p>x'],
    asked: ['Bills.pdf pdf'],
    saved: [['/home/ada/bills.pdf', '%PDF of <p>x']],
  });
});

test('X-11 whoever cancels the dialog has begun nothing', async () => {
  const { desk, files } = aDesk(null);
  expect([await desk.begin('Bills', 'csv'), files.open()]).toEqual([{ kind: 'cancelled' }, 0]);
});

const givenUp = { kind: 'failed', why: 'givenUp', technical: '' };

test('X-14 a disk that refuses is told at once, and no half of a file is left', async () => {
  const steps = { create: 'EACCES', append: 'ENOSPC', putInPlace: 'EIO' } as const;
  const told: unknown[] = [];
  for (const step of ['create', 'append', 'putInPlace'] as const) {
    const { desk, files } = aDesk();
    files.plant(CHOSEN, 'the old one');
    files.failNext(step, steps[step]);
    const begun = await desk.begin('Bills', 'csv');
    const id = begun.kind === 'begun' ? begun.listId : '';
    const answers = [begun, await desk.append(id, 'a'), await desk.end(id, sheet)];
    told.push(answers.filter(({ kind }) => kind === 'failed'));
    told.push({ standing: files.placed.get(CHOSEN), open: files.open() });
  }
  const untouched = { standing: 'the old one', open: 0 };
  expect(told).toEqual([
    [{ kind: 'failed', why: 'notAllowed', technical: 'EACCES' }, givenUp, givenUp],
    untouched,
    [{ kind: 'failed', why: 'noRoom', technical: 'ENOSPC' }, givenUp],
    untouched,
    [{ kind: 'failed', why: 'notWritten', technical: 'EIO' }],
    untouched,
  ]);
});

test('X-14 pages that cannot be drawn or printed are told with the reason', async () => {
  const { desk, files } = aDesk(CHOSEN, {
    draw: async () => fail('Printing failed'),
    print: async () => ({ kind: 'failed', technical: 'Invalid printer settings' }),
  });
  const ends: unknown[] = [];
  for (const target of ['pdf', 'printer'] as const)
    ends.push(await desk.end(await begin(desk, target), sheet));
  expect([ends, files.open(), files.placed.size]).toEqual([
    [
      { kind: 'failed', why: 'notDrawn', technical: 'Printing failed' },
      { kind: 'failed', why: 'notDrawn', technical: 'Invalid printer settings' },
    ],
    0,
    0,
  ]);
});

test('X-15 another list gives up the one before, whose pieces go nowhere', async () => {
  const { desk, files } = aDesk();
  const first = await begin(desk, 'csv');
  const second = await begin(desk, 'csv');
  const late = [await desk.append(first, 'late'), await desk.end(first, sheet)];
  await desk.append(second, 'right');
  await desk.end(second, sheet);
  expect([late, files.placed.get(CHOSEN), files.open()]).toEqual([[givenUp, givenUp], 'right', 0]);
});

test('X-15 given up while its pages are drawn, a list leaves no file and the next one goes on', async () => {
  const drawing = Promise.withResolvers<Uint8Array>();
  const { desk, files } = aDesk(CHOSEN, { draw: async () => succeed(await drawing.promise) });
  const first = await begin(desk, 'pdf');
  const ending = desk.end(first, sheet);
  await desk.giveUp(first);
  const second = await begin(desk, 'csv');
  drawing.resolve(new Uint8Array([1]));
  const ended = await ending;
  await desk.append(second, 'right');
  expect([ended, await desk.end(second, sheet), files.placed.get(CHOSEN)]).toEqual([
    givenUp,
    { kind: 'saved', file: 'bills.csv' },
    'right',
  ]);
});

test('X-15 given up while the print dialog is open, a list is printed no more', async () => {
  const asking = Promise.withResolvers<Printed>();
  let closed = 0;
  const close = (): void => {
    closed += 1;
    asking.resolve({ kind: 'failed', technical: 'The window was closed.' });
  };
  const { desk } = aDesk(CHOSEN, { print: () => asking.promise, close });
  const id = await begin(desk, 'printer');
  const ending = desk.end(id, sheet);
  await desk.giveUp(id);
  expect([await ending, closed]).toEqual([givenUp, 1]);
});

test('X-15 closing Billfold leaves no half of a file', async () => {
  let closed = 0;
  const { desk, files } = aDesk(CHOSEN, { close: () => void (closed += 1) });
  await desk.append(await begin(desk, 'pdf'), 'half');
  await desk.close();
  await desk.close();
  expect([files.open(), files.placed.size, closed]).toEqual([0, 0, 1]);
});
