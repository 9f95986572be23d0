import type { BillStatus } from '../../../contract/wire-names.ts';
import { messages } from '../text/messages.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';

const statusTones: Record<BillStatus, Tone> = {
  open: 'neutral',
  overdue: 'danger',
  partially_paid: 'info',
  paid: 'good',
  void: 'neutral',
};

/** A bill's status as text. An unknown status is shown as the service wrote it. */
export function StatusBadge({ status }: { readonly status: string }) {
  const known = knownStatus(status);
  return <Badge tone={known ? statusTones[known] : 'neutral'}>{formatStatus(status)}</Badge>;
}

export function formatStatus(status: string): string {
  const known = knownStatus(status);
  return known ? messages.statuses[known] : status;
}

function knownStatus(status: string): BillStatus | null {
  return Object.hasOwn(messages.statuses, status) ? (status as BillStatus) : null;
}
