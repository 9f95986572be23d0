/**
 * TanStack Query with its client persisted to IndexedDB, as in its guide: all bills are one query's data.
 * https://tanstack.com/query/latest/docs/framework/react/plugins/persistQueryClient
 */
import { QueryClient, QueryObserver } from '@tanstack/query-core';
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core';
import { del, get, set } from 'idb-keyval';
import type { Bill } from '../../../src/contract/bill.ts';
import { searchedText, serve } from './store.ts';

const KEY = 'client';
const queryKey = ['bills'];
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY },
  },
});
const persister = {
  persistClient: (persisted: PersistedClient) => set(KEY, persisted),
  restoreClient: () => get<PersistedClient>(KEY),
  removeClient: () => del(KEY),
};

const byDueDate = (left: Bill, right: Bill): number =>
  (left.dueDate ?? '').localeCompare(right.dueDate ?? '', 'en');
const bills = (): readonly Bill[] => queryClient.getQueryData<readonly Bill[]>(queryKey) ?? [];
const save = (): Promise<void> => persistQueryClientSave({ queryClient, persister });

serve({
  fill: async (pages) => {
    await queryClient.fetchQuery({
      queryKey,
      queryFn: async () => {
        const all: Bill[] = [];
        for await (const page of pages) all.push(...page);
        return all.toSorted(byDueDate);
      },
    });
    await save();
  },
  open: async (count) => {
    await persistQueryClientRestore({ queryClient, persister, maxAge: Number.POSITIVE_INFINITY });
    return bills().slice(0, count);
  },
  search: async (text, count) => {
    const found = bills().filter((bill) => searchedText(bill).includes(text));
    return { found: found.length, first: found.slice(0, count) };
  },
  change: async (bill, count) => {
    const observer = new QueryObserver<readonly Bill[]>(queryClient, { queryKey, enabled: false });
    const shown = new Promise<readonly Bill[]>((resolve) => {
      const stop = observer.subscribe(({ data }) => {
        if (data?.[0]?.memo !== bill.memo) return;
        stop();
        resolve(data.slice(0, count));
      });
    });
    queryClient.setQueryData<readonly Bill[]>(queryKey, (all = []) =>
      all.map((each) => (each.id === bill.id ? bill : each)),
    );
    await save();
    return shown;
  },
});
