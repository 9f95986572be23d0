import type { SessionState } from '../../../bridge/session.ts';
import { en } from '../text/en.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useServices } from '../services.ts';

/** What the service is called in sentences: its host. */
export function serviceName(session: SessionState): string {
  if (session.kind === 'noConnection') return en.app.anyService;
  const { kind, serviceUrl } = session.connection;
  if (kind === 'sample') return en.app.sampleService;
  return URL.canParse(serviceUrl) ? new URL(serviceUrl).host : en.app.anyService;
}

/** The same, kept up to date. */
export function useServiceName(): string {
  const { workspace } = useServices();
  return serviceName(useObservable(workspace.session));
}
