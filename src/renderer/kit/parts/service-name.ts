import type { SessionState } from '../../../bridge/session.ts';
import { messages } from '../text/messages.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useData } from '../services/data.ts';

/** Name of the service in sentences: the user's name for it, or its host. */
export function serviceName(session: SessionState): string {
  if (session.kind === 'noConnection') return messages.app.anyService;
  const { kind, serviceUrl, name } = session.connection;
  if (kind === 'sample') return messages.app.sampleService;
  if (name) return name;
  return URL.canParse(serviceUrl) ? new URL(serviceUrl).host : messages.app.anyService;
}

/** The service's name, kept up to date. */
export function useServiceName(): string {
  const { workspace } = useData();
  return serviceName(useObservable(workspace.session));
}
