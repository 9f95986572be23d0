import { differences } from '../../../bridge/snapshot.ts';
import { mayGoUnchecked } from '../../../bridge/own-fields.ts';
import type { Approval } from '../model/approval.ts';

/**
 * Fields in which a changed bill differed, if the last two readings found the same differences. Empty unless the user
 * may exclude all of these fields from the check.
 */
export function fieldsThatKeepChanging({ snapshot, found, history }: Approval): readonly string[] {
  const fields = found === null ? [] : differences(snapshot, found).map(({ field }) => field);
  const [last, before] = history.filter(({ event }) => event === 'foundChanged').toReversed();
  if (before === undefined || last?.detail !== before.detail) return [];
  return fields.every(mayGoUnchecked) ? fields : [];
}
