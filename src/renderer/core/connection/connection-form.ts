import type { Connection, ConnectionForm, ConnectionProblem } from '../../../bridge/session.ts';

/** A connection, or the organization's template for one. */
type Place = Omit<Connection, 'id' | 'kind'> & Partial<Connection>;

/** Initial values of the form. Main never returns the secret, so the user types it again. */
export function formFor(connection: Place | null): ConnectionForm {
  if (connection === null || connection.kind === 'sample') return emptyForm;
  return {
    serviceUrl: connection.serviceUrl,
    authUrl: connection.authUrl,
    clientId: connection.clientId,
    clientSecret: '',
    redirectUri: connection.redirectUri,
    name: connection.name ?? '',
  };
}

const emptyForm: ConnectionForm = {
  serviceUrl: '',
  authUrl: '',
  clientId: '',
  clientSecret: '',
  redirectUri: 'http://127.0.0.1:8765/callback',
  name: '',
};

/** The first problem of each field. */
export function problemOf(
  problems: readonly ConnectionProblem[],
  field: ConnectionProblem['field'],
): ConnectionProblem | null {
  return problems.find((problem) => problem.field === field) ?? null;
}
