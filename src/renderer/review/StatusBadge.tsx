import type { BillStatus } from '../../contract/bill.ts';
import { en } from '../text/en.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import type { IconName } from '../ui/icons.tsx';
import type { Approval, ApprovalState } from '../workspace.ts';

const statusTones: Record<BillStatus, Tone> = {
  open: 'neutral',
  overdue: 'caution',
  partially_paid: 'info',
  paid: 'good',
  void: 'neutral',
};

/** A bill's status in words; one Billfold does not know is shown as the service wrote it. */
export function StatusBadge({ status }: { readonly status: string }) {
  const known = knownStatus(status);
  return <Badge tone={known ? statusTones[known] : 'neutral'}>{sayStatus(status)}</Badge>;
}

export function sayStatus(status: string): string {
  const known = knownStatus(status);
  return known ? en.statuses[known] : status;
}

const stateLooks: Record<ApprovalState, { readonly tone: Tone; readonly icon: IconName }> = {
  held: { tone: 'good', icon: 'undo' },
  queued: { tone: 'info', icon: 'clock' },
  sending: { tone: 'info', icon: 'refresh' },
  changed: { tone: 'caution', icon: 'warning' },
  unknown: { tone: 'caution', icon: 'warning' },
  rejected: { tone: 'danger', icon: 'close' },
  confirmed: { tone: 'good', icon: 'check' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
};

/** Where an approval stands, in a word. */
export function ApprovalBadge({ approval }: { readonly approval: Approval }) {
  const { tone, icon } = stateLooks[approval.state];
  return (
    <Badge tone={tone} icon={icon}>
      {en.approvals.states[approval.state]}
    </Badge>
  );
}

function knownStatus(status: string): BillStatus | null {
  return Object.hasOwn(en.statuses, status) ? (status as BillStatus) : null;
}
