import { differences } from '../../../bridge/snapshot.ts';
import { isAccountLike, mayGoUnchecked } from '../../../bridge/own-fields.ts';
import type { Approval } from '../model/approval.ts';

/**
 * Fields in which a changed bill differed, if the last two readings found the same differences. Empty unless the user
 * may exclude all of these fields from the check.
 */
export function fieldsThatKeepChanging({ snapshot, found, history }: Approval): readonly string[] {
  const changes = found === null ? [] : differences(snapshot, found);
  const [last, before] = history.filter(({ event }) => event === 'foundChanged').toReversed();
  if (before === undefined || last?.detail !== before.detail) return [];
  const mayGo = changes.every(
    ({ field, ...values }) =>
      mayGoUnchecked(field) &&
      !isAccountLike(field, values.before) &&
      !isAccountLike(field, values.after),
  );
  return mayGo ? changes.map(({ field }) => field) : [];
}
