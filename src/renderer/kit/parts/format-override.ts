import type { Approval } from '../../core/model/approval.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';

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

/** Names of flags. A kind that only a newer version knows stays as it is. */
export function formatFlagKinds(kinds: readonly string[]): string {
  const names: Readonly<Record<string, string>> = messages.flags.badges;
  return sayAll(
    kinds.map((kind) => (Object.hasOwn(names, kind) ? (names[kind] ?? kind) : kind)),
    ', ',
  );
}
