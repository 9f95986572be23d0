import { type PlainDate, plainDateAt } from '../../../base/days.ts';
import type { Hold } from '../../core/model/annotation.ts';
import type { Approval } from '../../core/model/approval.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { longDay } from '../ui/dates.ts';

/** Flags that an approval overrode, and the reason, as name and text; empty when the bill had no flags. */
export function overrideLines({
  override,
}: Pick<Approval, 'override'>): readonly (readonly [name: string, text: string])[] {
  if (override === undefined) return [];
  const { record } = messages.approvals;
  return [
    [record.flags, formatFlagKinds(override.flags)],
    ...(override.reason === '' ? [] : [[record.reason, override.reason] as const]),
  ];
}

/** The person asked about a held bill, the reason and the days, as a sentence. */
export function formatHold({ reason, whom, answerBy, atMs }: Hold, locale: string): string {
  const { onHold, asked, nothing } = messages.flags;
  const since = longDay(plainDateAt(atMs), locale) ?? nothing;
  return whom === ''
    ? onHold(reason, since)
    : asked(whom, since, longDay(answerBy, locale), reason);
}

/** Short name of a hold: on hold, waiting for an answer, or one that is overdue. */
export function formatHoldName({ whom, answerBy }: Hold, today: PlainDate): string {
  const { badges, answerOverdue } = messages.flags;
  if (whom === '') return badges.onHold;
  return answerBy !== null && answerBy < today ? answerOverdue : badges.asked;
}

/** Names of flags. A kind that only a newer version knows stays as it is. */
export function formatFlagKinds(kinds: readonly string[]): string {
  const names: Readonly<Record<string, string>> = messages.flags.badges;
  return sayAll(
    ', ',
    kinds.map((kind) => (Object.hasOwn(names, kind) ? (names[kind] ?? kind) : kind)),
  );
}
