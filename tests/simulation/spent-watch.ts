import type { RequestOf } from '../../src/bridge/methods.ts';
import type { SendAnswer } from '../../src/bridge/approval.ts';
import type { Model } from './model.ts';
import type { SimService } from './service.ts';

/** Detects approvals and requests that are spent in vain. Times are true milliseconds. */
export interface SpentWatch {
  /** The window hands over an approval. */
  sendAsked(asked: RequestOf<'approvals.send'>, nowMs: number): void;
  /** @param kind null when main failed */
  sendAnswered(kind: SendAnswer['kind'] | null, nowMs: number): void;
  /**
   * The request of an attempt leaves.
   * @param readMs when main last requested its bill
   */
  patchLeft(key: string, readMs: number): void;
  /** A page of a crawl was requested and received. */
  pageRead(
    page: Pick<RequestOf<'service.billsPages'>, 'organizationId' | 'status' | 'after'>,
  ): void;
  /** A new window has read no pages yet. */
  windowStarted(): void;
}

/** After this many answers in a row that prove nothing, a read has to succeed before the next send. */
const MAX_LOST = 3;
/** Maximum pages without a new bill: rows may move, and a list may end with an empty page. */
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
      // A new sign-in starts counting again.
      if (under !== signInId) lostInARow = 0;
      signInId = under;
      // An approval decided at the moment of the third answer may still leave.
      handedMs.set(`${approvalId} ${attempt}`, nowMs);
      if (lostInARow >= MAX_LOST && lastLostMs < nowMs) {
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
      if (lostInARow < MAX_LOST || (handedMs.get(key) ?? -1) <= lastLostMs) return;
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
