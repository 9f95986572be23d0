import { expect, test } from 'vitest';
import type { SessionState } from '../../../bridge/session.ts';
import type { ServiceError } from '../../../contract/service-error.ts';
import { connection, sessionOf } from '../../core/testing/fake-bridge.ts';
import { sampleApproval } from '../testing/samples.ts';
import { missingScope, scopeOfRefused } from './ScopeOffer.tsx';
import { serviceName } from './service-name.ts';

const session = sessionOf('sign-in-1');
const signedOut: SessionState = { kind: 'signedOut', connection, why: 'refused' };
const forbidden = (scope: string | null): ServiceError => ({
  kind: 'forbidden',
  scope,
  technical: '403',
});
const refused = (error: ServiceError) =>
  sampleApproval({ state: 'rejected', outcome: { kind: 'rejected', error } });

test('a scope is offered only to a session that lacks it', () => {
  expect([
    missingScope(session, 'money_in'),
    missingScope(session, 'money_out'),
    missingScope(session, null),
    missingScope(signedOut, 'money_in'),
  ]).toEqual(['money_in', null, null, null]);
});

test('an approval refused for a missing scope asks for that scope, as long as the session lacks it', () => {
  const invalid: ServiceError = { kind: 'invalid', technical: '400' };
  expect([
    scopeOfRefused([refused(invalid), refused(forbidden('banking'))], session),
    scopeOfRefused([refused(forbidden('money_out')), refused(forbidden(null))], session),
    scopeOfRefused([{ ...refused(forbidden('banking')), state: 'queued' }], session),
  ]).toEqual(['banking', null, null]);
});

test('the service has the name that the user gave it, else that of its host; the sample has its own name', () => {
  const of = (kind: 'service' | 'sample', serviceUrl: string, name?: string): string =>
    serviceName({
      kind: 'signedOut',
      connection: { ...connection, kind, serviceUrl, ...(name && { name }) },
      why: null,
    });
  expect([
    of('service', 'https://books.example:8443/path'),
    of('service', 'https://books.example', 'Books'),
    of('sample', 'http://127.0.0.1:1234'),
    of('service', 'no address'),
    serviceName({ kind: 'noConnection' }),
  ]).toEqual(['books.example:8443', 'Books', 'Sample Books', 'the service', 'the service']);
});
