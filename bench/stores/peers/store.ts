import type { Bill } from '../../../src/contract/bill.ts';

/** A local store of bills, with what its documentation recommends for this use. */
export interface Store {
  /** Takes in one page of bills after the other; done when all of them are on the disk. */
  fill(pages: AsyncIterable<readonly Bill[]>): Promise<void>;
  /** Opens what is on the disk. @returns the first bills by due date */
  open(count: number): Promise<readonly Bill[]>;
  /** Every bill whose vendor, number or memo holds the text: how many, and the first by due date. */
  search(
    text: string,
    count: number,
  ): Promise<{ readonly found: number; readonly first: readonly Bill[] }>;
  /** Puts a changed bill in the place of the one with its id. @returns the first bills by due date, once the store says so by itself */
  change(bill: Bill, count: number): Promise<readonly Bill[]>;
}

/** What the bench calls in the page; milliseconds. */
export interface StoreBench {
  fill(): Promise<number>;
  /** From the beginning of the page's load to the paint of the first rows. */
  open(): Promise<number>;
  /** Letter by letter, each to the paint of what it found; and how many the whole text found. */
  search(text: string): Promise<{ readonly times: readonly number[]; readonly found: number }>;
  /** To the paint of the first row's new memo, several times. */
  change(times: number): Promise<readonly number[]>;
}

const ROWS = 50;

/** Makes the page of a store what the bench calls. */
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

/** The service's pages, the next one asked for while this one is taken in. */
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
  // To the end of the frame that shows it.
  await new Promise<void>((done) => {
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done(), { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  });
}

/** What is searched, the same in every store. */
export function searchedText({ vendor, billNumber, memo }: Bill): string {
  return [vendor?.name, billNumber, memo].join('\n').toLowerCase();
}
