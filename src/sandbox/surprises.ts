import { apiPaths, headerNames } from '../contract/wire-names.ts';
import type { Finds } from './company/finds.ts';
import type { Sandbox } from './sandbox.ts';

/** Surcharge of the carrier, hundredths. */
const SURCHARGE_CENTS = 3_850;
const SURCHARGE = ', fuel surcharge added';
const ON_HOLD =
  'The vendor is on hold while its new bank details are verified. Try again in a minute.';

/**
 * Adds three events to the sample that a new user should meet once: a bill that changes after it was read, a
 * rejected approval, and an approval without an answer. The second attempt at both approvals succeeds.
 */
export function withSurprises(sandbox: Sandbox, finds: Finds): Sandbox {
  const { faults, edit, bill } = sandbox;
  const firstApprovalOf = (name: keyof Finds) => ({
    path: apiPaths.approveBill(finds[name].id),
    nth: 1,
  });
  faults.add({
    match: firstApprovalOf('isRejected'),
    fault: { kind: 'status', status: 422, message: ON_HOLD },
  });
  faults.add({
    match: firstApprovalOf('isUnanswered'),
    fault: { kind: 'dropAfterApply', reset: true },
  });

  const { id, memo, total_cents: before } = finds.changes;
  const read = new Set<string>();
  const changeWhatWasRead = ({ url, headers }: Request): void => {
    const { pathname, search } = new URL(url);
    const list = `${headers.get(headerNames.organizationId)} ${search}`;
    if (pathname !== apiPaths.bills) return;
    const isAgain = read.has(list);
    read.add(list);
    if (!isAgain || bill(id)?.memo !== memo) return;
    const total_cents = before + SURCHARGE_CENTS;
    edit.changeBill(id, { total_cents, amount_due_cents: total_cents, memo: memo + SURCHARGE });
  };
  return {
    ...sandbox,
    serve: (request) => {
      changeWhatWasRead(request);
      return sandbox.serve(request);
    },
  };
}
