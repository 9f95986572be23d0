/**
 * SQLite in the page (wa-sqlite) in the origin's private files: an index on the due date, and a transaction per
 * page. https://github.com/rhashimoto/wa-sqlite/tree/master/src/examples
 */
import type { Bill } from '../../../src/contract/bill.ts';
import { searchedText, serve } from './store.ts';

const worker = new Worker(new URL('sqlite-worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, (found: readonly (readonly unknown[])[]) => void>();
worker.addEventListener('message', ({ data }) => waiting.get(data.id)?.(data.found));
let asked = 0;

function ask(
  sql: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<readonly (readonly unknown[])[]> {
  const id = ++asked;
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    worker.postMessage({ id, sql, rows }, []);
  });
}

const rowOf = (bill: Bill): readonly string[] => [
  bill.id,
  bill.dueDate ?? '',
  searchedText(bill),
  JSON.stringify(bill),
];
const billsOf = (rows: readonly (readonly unknown[])[]): readonly Bill[] =>
  rows.map(([text]) => JSON.parse(String(text)) as Bill);
const first = async (count: number): Promise<readonly Bill[]> =>
  billsOf(await ask('SELECT bill FROM bills ORDER BY due LIMIT ?', [[count]]));

serve({
  fill: async (pages) => {
    for await (const page of pages) {
      await ask('INSERT OR REPLACE INTO bills VALUES (?, ?, ?, ?)', page.map(rowOf));
    }
  },
  open: first,
  search: async (text, count) => {
    const held = 'FROM bills WHERE instr(searched, ?) > 0';
    const [[found] = []] = await ask(`SELECT count(*) ${held}`, [[text]]);
    const rows = await ask(`SELECT bill ${held} ORDER BY due LIMIT ?`, [[text, count]]);
    return { found: Number(found), first: billsOf(rows) };
  },
  change: async (bill, count) => {
    await ask('INSERT OR REPLACE INTO bills VALUES (?, ?, ?, ?)', [rowOf(bill)]);
    return first(count);
  },
});
