import type { RequestOf, ReplyOf } from '../../src/bridge/methods.ts';
import { openBillCache } from '../../src/renderer/core/mirror/bill-cache.ts';
import type { FetchedPage } from '../../src/renderer/core/mirror/crawl-place.ts';
import { whyEmpty } from '../../src/renderer/screens/review/empty-list.ts';
import { never } from './life.ts';
import type { RendererMutant } from './renderer-process.ts';

/** One failed read while a connection is taken up, and it is never taken up; nothing says so. */
export function startOnce(): RendererMutant {
  const openCache: typeof openBillCache = async (...given) => {
    const cache = await openBillCache(...given);
    return {
      ...cache,
      fact: (name) => cache.fact(name).catch(never),
      organizations: () => cache.organizations().catch(never),
      readCrawls: () => cache.readCrawls().catch(never),
    };
  };
  return { parts: () => ({ openCache }) };
}

/** Any complete crawl counts as one of the bills to review. */
export function saysEmpty(): RendererMutant {
  return {
    whyEmpty: (facts) => {
      const { pull } = facts;
      const payableAsOfMs = pull.payableAsOfMs ?? pull.historyAsOfMs;
      return whyEmpty({ ...facts, pull: { ...pull, payableAsOfMs } });
    },
  };
}

/** A chain is followed for as long as it names another page. */
export function readsOn(): RendererMutant {
  const cursors = new Map<string, string | null>();
  const keyOf = (page: Pick<FetchedPage, 'organizationId' | 'status' | 'after'>): string =>
    JSON.stringify([page.organizationId, page.status, page.after]);
  const openCache: typeof openBillCache = async (...given) => {
    const cache = await openBillCache(...given);
    return {
      ...cache,
      commitPage: (fetched) => {
        if (fetched.group === 'invoices') return cache.commitPage(fetched);
        const nextCursor = cursors.get(keyOf(fetched)) ?? null;
        const isCut = fetched.page.nextCursor === null && nextCursor !== null;
        const page = isCut ? { ...fetched.page, nextCursor, cutShort: false } : fetched.page;
        return cache.commitPage({ ...fetched, page });
      },
    };
  };
  return {
    parts: () => ({ openCache }),
    bridge: (bridge) => ({
      on: bridge.on,
      call: async (name, ...request) => {
        const reply = await bridge.call(name, ...request);
        if (name !== 'service.billsPage') return reply;
        const page = reply as ReplyOf<'service.billsPage'>;
        const asked = request[0] as RequestOf<'service.billsPage'>;
        if (page.ok) cursors.set(keyOf(asked), page.value.nextCursor);
        return reply;
      },
    }),
  };
}

/** Whoever listens to the outbox and throws makes its writer fail, though the rows are on disk. */
export function listenerBreaksAdd(): RendererMutant {
  return {
    parts: () => ({
      outbox: (outbox) => ({
        ...outbox,
        add: async (rows) => {
          await outbox.add(rows);
          throw new Error('a listener threw');
        },
      }),
    }),
  };
}
