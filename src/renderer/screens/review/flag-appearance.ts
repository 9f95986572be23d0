import type { Tone } from '../../kit/ui/Badge.tsx';
import type { IconName } from '../../kit/ui/icons.tsx';
import type { Flag, FlagKind } from '../../core/bills/flags/flag.ts';

const icons: Record<FlagKind, IconName> = {
  duplicate: 'copy',
  unusualAmount: 'insights',
  changed: 'refresh',
  dueAboveTotal: 'warning',
  dueBeforeDate: 'calendar',
  firstOfVendor: 'info',
};

/** The drawing beside a flag's words. */
export function flagIcon({ kind }: Flag): IconName {
  return icons[kind];
}

/** How loud a flag is; the words say the same. */
export function flagTone(flag: Flag): Extract<Tone, 'danger' | 'caution' | 'info'> {
  if (flag.kind === 'duplicate' && flag.strength === 'exact') return 'danger';
  return flag.kind === 'firstOfVendor' || flag.kind === 'changed' ? 'info' : 'caution';
}
