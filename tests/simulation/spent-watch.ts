import type { RequestOf } from '../../src/bridge/methods.ts';
import type { SendAnswer } from '../../src/bridge/approval.ts';
import type { Model } from './model.ts';
import type { SimService } from './service.ts';

/** Whether approvals and quota are spent where nothing comes of them. Times are true milliseconds. */
export interface SpentWatch {
  /** The window hands an approval over. */
  sendAsked(asked: RequestOf<'approvals.send'>, nowMs: number): void;
  /** @param kind null when main failed */
  sendAnswered(kind: SendAnswer['kind'] | null, nowMs: number): void;
  /**
   * The request of an attempt leaves.
   * @param readMs when main last asked for its bill
   */
  patchLeft(key: string, readMs: number): void;
  /** A page of a crawl was asked for, and came. */
  pageRead(
    page: Pick<RequestOf<'service.billsPages'>, 'organizationId' | 'status' | 'after'>,
  ): void;
  /** A new window has met nothing yet. */
  windowStarted(): void;
}

/** After so many answers in a row that say nothing, a read has to work before anything is sent. */
const MOST_LOST = 3;
/** A page that brings no bill has its reasons: rows that move, a list that ends in an empty page. */
const SPARE_PAGES = 10;

export function createSpentWatch(model: Model, service: Pick<SimService, 'bills'>): SpentWatch {
  let signInId = '';
  let lostInARow = 0;
  let lastLostMs = -1;
  let underWay = 0;
  const pages = new Map<string, number>();
  const handedMs = new Map<string, number>();

  return {
    sendAsked: ({ signInId: under, snapshot: { billId }, approvalId, attempt }, nowMs) => {
      // Whoever signs in anew begins anew.
      if (under !== signInId) lostInARow = 0;
      signInId = under;
      // What was decided in the moment of the third may still go.
      handedMs.set(`${approvalId} ${attempt}`, nowMs);
      if (lostInARow >= MOST_LOST && lastLostMs < nowMs) {
        model.check(
          'spent',
          underWay === 0,
          () =>
            `${billId} is sent, ${lostInARow} answers were lost, the last at ${lastLostMs}, ${underWay} are under way`,
        );
      }
      underWay += 1;
    },
    patchLeft: (key, readMs) => {
      if (lostInARow < MOST_LOST || (handedMs.get(key) ?? -1) <= lastLostMs) return;
      model.check(
        'spent',
        readMs >= lastLostMs,
        () => `${key} leaves, an answer was lost at ${lastLostMs}, its bill was read at ${readMs}`,
      );
    },
    sendAnswered: (kind, nowMs) => {
      underWay -= 1;
      if (kind === null || kind === 'notSent' || kind === 'changed') return;
      lostInARow = kind === 'unknown' ? lostInARow + 1 : 0;
      if (kind === 'unknown') lastLostMs = nowMs;
    },
    pageRead: ({ organizationId, status, after }) => {
      const chain = `${organizationId} ${status}`;
      const count = after === null ? 1 : (pages.get(chain) ?? 0) + 1;
      pages.set(chain, count);
      const most = service.bills(organizationId).length + SPARE_PAGES;
      model.check('spent', count <= most, () => `${count} pages of ${chain} in one go`);
    },
    windowStarted: () => {
      lostInARow = 0;
      underWay = 0;
      pages.clear();
    },
  };
}
