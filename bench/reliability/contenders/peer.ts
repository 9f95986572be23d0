import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../src/base/clock.ts';
import { type RunningBrowser, startBrowser } from '../browser.ts';
import type { Contender, Fate } from '../play.ts';
import type { Word } from '../peers/page.ts';
import type { Plan } from '../plan.ts';
import { startService } from '../service.ts';

export interface PeerOptions {
  readonly name: string;
  /** The page, and its variant. */
  readonly page: string;
  readonly variant?: string;
  /**
   * Tag of its background sync. Chromium fires a failed `sync` again after five minutes, and three times in
   * all. Here it is fired every second while the network is up, to save time.
   */
  readonly syncTag?: string;
}

const SYNC_EVERY_MS = 1_000;
/** After this long without waiting approvals, the queue is empty and not just between two retries. */
const QUIET_MS = 4_000;
const POLL_MS = 500;

/** A library's queue in a page of Chromium. */
export async function createPeer(
  options: PeerOptions,
  appUrl: string,
  plan: Plan,
  clock: Clock,
): Promise<Contender> {
  const billIds = Array.from({ length: plan.approvals }, (_, index) => `bill-${index + 1}`);
  const service = await startService(plan, billIds, clock);
  const folder = mkdtempSync(join(tmpdir(), 'billfold-reliability-'));
  const words = new Map<string, Set<Word>>();
  let browser: RunningBrowser | null = null;
  let isCut = false;

  const running = (): RunningBrowser => {
    if (browser === null) throw new Error(`${options.name} is not running.`);
    return browser;
  };
  const hear = (_source: unknown, word: Word, billId: string): void => {
    words.set(billId, new Set(words.get(billId)).add(word));
  };
  const fireSyncs = async (of: RunningBrowser): Promise<void> => {
    while (options.syncTag !== undefined && browser === of) {
      await clock.sleep(SYNC_EVERY_MS);
      if (browser === of && !isCut) await of.dispatchSync(options.syncTag).catch(() => undefined);
    }
  };
  const waiting = (): Promise<readonly string[]> =>
    running().page.evaluate(async () => (await window.bench).waiting());

  return {
    name: options.name,
    start: async () => {
      browser = await startBrowser(join(folder, 'profile'));
      await browser.page.exposeBinding('tell', hear);
      const query = new URLSearchParams({ service: service.url, variant: options.variant ?? '' });
      await browser.page.goto(`${appUrl}/${options.page}?${query}`);
      await browser.page.waitForFunction(async () => (await window.bench) !== undefined);
      if (isCut) await browser.setOffline(true);
      void fireSyncs(browser);
    },
    kill: async () => {
      const killed = running();
      browser = null;
      await killed.kill();
    },
    approve: async (bill) => {
      const billId = billIds[bill] ?? '';
      await running().page.evaluate(async (id) => (await window.bench).approve(id), billId);
    },
    cut: async () => {
      isCut = true;
      await service.cut();
      await running().setOffline(true);
    },
    restore: async () => {
      await service.restore();
      isCut = false;
      await running().setOffline(false);
    },
    drain: (limitMs) => untilQuiet(async () => (await waiting()).length === 0, limitMs, clock),
    fates: async () => {
      const left = await waiting();
      return billIds.map((billId) =>
        fateOf(words.get(billId), service.applied(billId), left.includes(billId)),
      );
    },
    close: async () => {
      const last = browser;
      browser = null;
      await last?.kill().catch(() => undefined);
      await service.cut();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param said messages of the page about the bill */
function fateOf(said: ReadonlySet<Word> | undefined, applied: number, isLeft: boolean): Fate {
  const shown = isLeft && applied === 0 ? 'waiting' : null;
  return {
    isAcknowledged: said?.has('queued') === true || said?.has('sent') === true,
    applied,
    shown: shown ?? (said?.has('failed') === true ? 'failed' : null),
  };
}

async function untilQuiet(
  isEmpty: () => Promise<boolean>,
  limitMs: number,
  clock: Clock,
): Promise<void> {
  const limit = clock.elapsedMs() + limitMs;
  let quietSince = clock.elapsedMs();
  while (clock.elapsedMs() < limit && clock.elapsedMs() - quietSince < QUIET_MS) {
    if (!(await isEmpty())) quietSince = clock.elapsedMs();
    await clock.sleep(POLL_MS);
  }
}
