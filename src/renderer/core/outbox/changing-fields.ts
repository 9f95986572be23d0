import { differences } from '../../../bridge/snapshot.ts';
import { mayGoUnchecked } from '../../../bridge/own-fields.ts';
import type { Approval } from './approval.ts';

/**
 * The fields in which a changed bill differed each of the last two times it was read, and in nothing else. Only fields
 * that the user may leave out of the check; none otherwise.
 */
export function fieldsThatKeepChanging({ snapshot, found, history }: Approval): readonly string[] {
  const fields = found === null ? [] : differences(snapshot, found).map(({ field }) => field);
  const [last, before] = history.filter(({ event }) => event === 'foundChanged').toReversed();
  if (before === undefined || last?.detail !== before.detail) return [];
  return fields.every(mayGoUnchecked) ? fields : [];
}
