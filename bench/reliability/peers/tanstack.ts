/**
 * TanStack Query as its documentation tells: a default mutation function, a scope that keeps the
 * mutations in order, `retry: 3`, the IndexedDB persister, and `resumePausedMutations` after the
 * restore, which is what `PersistQueryClientProvider` does without React.
 * https://tanstack.com/query/latest/docs/framework/react/guides/mutations#persisting-offline-mutations
 * https://tanstack.com/query/latest/docs/framework/react/guides/mutations#mutation-scopes
 * https://tanstack.com/query/latest/docs/framework/react/plugins/persistQueryClient#building-a-persister
 */
import { type Mutation, QueryClient } from '@tanstack/query-core';
import {
  type PersistedClient,
  type Persister,
  persistQueryClient,
} from '@tanstack/query-persist-client-core';
import { del, get, set } from 'idb-keyval';
import { patchApprove, type Peer } from './page.ts';

const KEY = 'reactQuery';
/** Longer than any run, as the persistence guide requires. */
const GC_TIME_MS = 24 * 60 * 60 * 1_000;

const persister: Persister = {
  persistClient: (client: PersistedClient) => set(KEY, client),
  restoreClient: () => get<PersistedClient>(KEY),
  removeClient: () => del(KEY),
};

/**
 * The default stores only paused mutations. `pending` also stores those under way (`dehydrateOptions`) and
 * continues them after the restore: at least once instead of at most once.
 */
const storesPending = new URL(location.href).searchParams.get('variant') === 'pending';

async function start(): Promise<Peer> {
  const client = new QueryClient({ defaultOptions: { mutations: { gcTime: GC_TIME_MS } } });
  client.setMutationDefaults(['approve'], {
    mutationFn: (billId: string) => patchApprove(billId),
    retry: 3,
    scope: { id: 'approve' },
  });
  const mutations = client.getMutationCache();
  mutations.subscribe(({ mutation }) => mutation && say(mutation));
  client.mount();
  const dehydrateOptions = storesPending
    ? { shouldDehydrateMutation: ({ state }: Mutation) => state.status === 'pending' }
    : {};
  const [, restored] = persistQueryClient({ queryClient: client, persister, dehydrateOptions });
  await restored;
  void client.resumePausedMutations();
  if (storesPending) void continueOthers();

  // `resumePausedMutations` leaves out mutations that were under way.
  async function continueOthers(): Promise<void> {
    for (const each of mutations.getAll())
      if (each.state.status === 'pending' && !each.state.isPaused)
        void each.continue().catch(() => undefined);
  }
  return {
    approve: (billId) => {
      const mutation = mutations.build(
        client,
        client.defaultMutationOptions({ mutationKey: ['approve'] }),
      );
      void mutation.execute(billId).catch(() => undefined);
    },
    waiting: async () =>
      mutations
        .getAll()
        .filter(({ state }) => state.status === 'pending')
        .map(({ state }) => String(state.variables)),
  };
}

/** `isPaused` is the library's own term for "waits to be sent". */
function say({ state }: Mutation): void {
  const billId = String(state.variables);
  if (state.status === 'success') void window.tell('sent', billId);
  else if (state.status === 'error') void window.tell('failed', billId);
  else if (state.status === 'pending' && state.isPaused) void window.tell('queued', billId);
}

window.bench = start();
