import type { Page } from '@playwright/test';
import { isPayable } from '../../src/contract/assumptions.ts';
import { joineryData } from '../../src/sandbox/company/seed-data.ts';
import { generateCompany } from '../../src/sandbox/company/generate-company.ts';

const AT_A_TIME = 5_000;
/** A crawl that has not begun yet: nothing sweeps out what it did not see. */
const GENERATION = 1_000_000;

/**
 * Puts that many bills on this computer, all to be reviewed, as if they had been read from the service:
 * reading 100,000 takes 2,000 requests and is not what is measured here. Answers with how many there are.
 */
export async function fillCache(page: Page, bills: number, today: string): Promise<number> {
  const { bills: generated } = generateCompany({
    seed: bills,
    name: 'Alder & Finch Joinery',
    currency: 'USD',
    data: joineryData,
    bills,
    payableShare: 1,
    today,
  });
  for (let from = 0; from < generated.length; from += AT_A_TIME) {
    const rows = generated.slice(from, from + AT_A_TIME);
    await page.evaluate(putBills, { rows, generation: GENERATION, isFirst: from === 0 });
  }
  return generated.filter(({ status }) => isPayable(status)).length;
}

interface Filling {
  readonly rows: readonly { readonly id: string; readonly status: string }[];
  readonly generation: number;
  /** What was there goes. */
  readonly isFirst: boolean;
}

/** Runs in the page. */
async function putBills({ rows, generation, isFirst }: Filling): Promise<void> {
  const found = (await indexedDB.databases()).find(({ name }) =>
    name?.startsWith('billfold-cache-'),
  );
  const database = await new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(found?.name ?? '');
    request.addEventListener('success', () => done(request.result));
    request.addEventListener('error', () => failed(request.error ?? new Error('not opened')));
  });
  const work = database.transaction(['bills', 'organizations'], 'readwrite');
  const organizations = await new Promise<readonly { readonly id: string }[]>((done) => {
    const request = work.objectStore('organizations').getAll();
    request.addEventListener('success', () => done(request.result));
  });
  const organizationId = organizations[0]?.id ?? '';
  const now = performance.timeOrigin + performance.now();
  const store = work.objectStore('bills');
  if (isFirst) store.clear();
  for (const bill of rows) {
    const { id, status } = bill;
    store.put({ organizationId, id, status, generation, seenAtMs: now, bill });
  }
  await new Promise<void>((done, failed) => {
    work.addEventListener('complete', () => done());
    work.addEventListener('error', () => failed(work.error ?? new Error('not written')));
  });
  database.close();
}
