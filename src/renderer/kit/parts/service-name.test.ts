import { expect, test } from 'vitest';
import { serviceName } from './service-name.ts';

test('R-48 the service is called by its host, the sample by a name of its own', () => {
  const of = (kind: 'service' | 'sample', serviceUrl: string): string =>
    serviceName({
      kind: 'signedOut',
      connection: {
        id: 'connection',
        kind,
        serviceUrl,
        authUrl: serviceUrl,
        clientId: 'client',
        redirectPort: 0,
      },
      why: null,
    });
  expect([
    of('service', 'https://books.example:8443/path'),
    of('sample', 'http://127.0.0.1:1234'),
    of('service', 'no address'),
    serviceName({ kind: 'noConnection' }),
  ]).toEqual(['books.example:8443', 'Billfold Sample', 'the service', 'the service']);
});
