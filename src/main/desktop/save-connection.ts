import type { Policy } from '../../bridge/policy.ts';
import type { ConnectionForm, ConnectionProblem } from '../../bridge/session.ts';
import { readConnectionForm } from '../auth/connection-store.ts';
import type { Session } from '../auth/session.ts';
import { formUnder } from '../policy/policy.ts';
import type { ConfirmService } from './confirm-service.ts';
import type { Redactor } from './redact.ts';

interface SaveConnectionDeps {
  readonly session: Pick<Session, 'refusesClient' | 'saveConnection'>;
  readonly policy: Policy;
  readonly redactor: Pick<Redactor, 'addSecret'>;
  readonly confirmService: ConfirmService;
}

/** Saves the connection that the user typed, once the user has confirmed its addresses and the service knows its client. */
export async function saveConnection(
  { session, policy, redactor, confirmService }: SaveConnectionDeps,
  typed: ConnectionForm,
): Promise<readonly ConnectionProblem[]> {
  // No screen offers this when the policy forbids it.
  if (!policy.ownService) throw new Error('the policy allows only the sample company');
  const form = formUnder(policy, typed);
  const read = readConnectionForm(form);
  if (!read.ok) return read.error;
  if (!(await confirmService(read.value)))
    return [{ field: 'serviceUrl', problem: 'notConfirmed' }];
  // Add it only now, because secrets of refused connections would push others out of the redactor.
  redactor.addSecret(read.value.clientSecret);
  if (await session.refusesClient(read.value))
    return [{ field: 'clientId', problem: 'unknownClient' }];
  return session.saveConnection(form);
}
