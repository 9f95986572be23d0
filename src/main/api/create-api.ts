import type { Observable } from '../../base/observable.ts';
import type { QuotaView } from '../../bridge/quota.ts';
import type { Connection } from '../../bridge/session.ts';
import { createQuotaStore, type QuotaStoreDeps } from './quota-store.ts';
import { createRequestQueue } from './request-queue.ts';
import { createServiceCall, type ServiceCallDeps } from './service-call.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';

export interface ApiDeps
  extends
    Omit<QuotaStoreDeps, 'account' | 'connectionId'>,
    Pick<ServiceCallDeps, 'fetch' | 'tokens' | 'grantedScopes'> {
  readonly connection: () => Connection | null;
  /** Id of the present sign-in; null when signed out. */
  readonly signInId: () => string | null;
}

export interface Api extends ServiceClient {
  readonly quota: Observable<QuotaView>;
  /** Best estimate of the service's clock, epoch milliseconds. */
  serviceNowMs(): number;
  /** Cancels waiting requests, waits for approvals under way, and saves the quota. */
  close(): void;
}

/** Wires the service's API: governor, queue, call and client. */
export function createApi(deps: ApiDeps): Api {
  const account = (): string | null => {
    const connection = deps.connection();
    const signInId = deps.signInId();
    return connection === null || signInId === null ? null : `${connection.id} ${signInId}`;
  };
  const serviceUrl = (): string | null => deps.connection()?.serviceUrl ?? null;
  const connectionId = (): string | null => deps.connection()?.id ?? null;
  const quota = createQuotaStore({ ...deps, account, connectionId });
  const queue = createRequestQueue({ clock: deps.clock, gate: quota });
  const client = createServiceClient(
    createServiceCall({ ...deps, account, serviceUrl, queue, quota }),
  );
  return {
    ...client,
    quota: quota.view,
    serviceNowMs: quota.serviceNowMs,
    close: () => {
      queue.close();
      quota.close();
    },
  };
}
