import type { Bill } from '../../../src/contract/bill.ts';

/** A local store of bills, configured as its documentation recommends. */
export interface Store {
  /** Stores the pages one after the other. Resolves when all are on disk. */
  fill(pages: AsyncIterable<readonly Bill[]>): Promise<void>;
  /** Opens the data on disk. @returns the first bills by due date */
  open(count: number): Promise<readonly Bill[]>;
  /** Bills whose vendor, number or memo contains the text: their number, and the first by due date. */
  search(
    text: string,
    count: number,
  ): Promise<{ readonly found: number; readonly first: readonly Bill[] }>;
  /** Replaces the bill with the same id. @returns the first bills by due date, as notified by the store */
  change(bill: Bill, count: number): Promise<readonly Bill[]>;
}

/** Functions the bench calls in the page. Times are milliseconds. */
export interface StoreBench {
  fill(): Promise<number>;
  /** From the start of the page load to the paint of the first rows. */
  open(): Promise<number>;
  /** Letter by letter, each until the paint of its matches; and the number of matches of the whole text. */
  search(text: string): Promise<{ readonly times: readonly number[]; readonly found: number }>;
  /** Until the paint of the first row's new memo, several times. */
  change(times: number): Promise<readonly number[]>;
}

const ROWS = 50;

/** Offers a store's page to the bench. */
export function serve(store: Store): void {
  let first: readonly Bill[] = [];
  const bench: StoreBench = {
    fill: async () => {
      const begun = performance.now();
      await store.fill(pages());
      return performance.now() - begun;
    },
    open: async () => {
      first = await store.open(ROWS);
      await draw(first);
      return performance.now();
    },
    search: async (text) => {
      const times: number[] = [];
      let found = 0;
      for (let letters = 1; letters <= text.length; letters++) {
        const begun = performance.now();
        const answer = await store.search(text.slice(0, letters), ROWS);
        await draw(answer.first);
        times.push(performance.now() - begun);
        found = answer.found;
      }
      return { times, found };
    },
    change: async (count) => {
      const times: number[] = [];
      for (let at = 0; at < count; at++) {
        const [bill] = first;
        if (bill === undefined) throw new Error('no bills');
        const memo = `changed ${at}`;
        const begun = performance.now();
        first = await store.change({ ...bill, memo }, ROWS);
        await draw(first);
        times.push(performance.now() - begun);
        if (first[0]?.memo !== memo) throw new Error('the change is not shown');
      }
      return times;
    },
  };
  Object.assign(window, { storeBench: bench });
}

/** The service's pages. The next one is requested while this one is stored. */
async function* pages(): AsyncGenerator<readonly Bill[]> {
  const ask = async (page: number): Promise<readonly Bill[]> =>
    (await (await fetch(`/bills/${page}`)).json()) as readonly Bill[];
  let next = ask(0);
  for (let page = 1; ; page++) {
    const bills = await next;
    if (bills.length === 0) return;
    next = ask(page);
    yield bills;
  }
}

async function draw(bills: readonly Bill[]): Promise<void> {
  const rows = bills.map(({ dueDate, vendor, billNumber, amountDueCents, memo }) => {
    const row = document.createElement('li');
    row.textContent = [dueDate, vendor?.name, billNumber, amountDueCents, memo].join(' · ');
    return row;
  });
  document.body.replaceChildren(...rows);
  // Until the end of the frame that shows it.
  await new Promise<void>((done) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done(), { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  });
}

/** Text to search, the same in every store. */
export function searchedText({ vendor, billNumber, memo }: Bill): string {
  return [vendor?.name, billNumber, memo].join('\n').toLowerCase();
}
