import { messages } from '../text/messages.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import type { IconName } from '../ui/icons.tsx';
import type { Approval } from '../../core/model/approval.ts';
import { approvalStatus, type ApprovalStatus } from '../../core/outbox/approval-status.ts';
import { useStatusContext } from './use-status-context.ts';

interface Appearance {
  readonly tone: Tone;
  readonly icon: IconName;
}

const needsAttention: Appearance = { tone: 'caution', icon: 'warning' };

const withdrawn: Appearance = { tone: 'neutral', icon: 'undo' };

const appearances: Record<ApprovalStatus, Appearance> = {
  held: { tone: 'good', icon: 'undo' },
  queued: { tone: 'info', icon: 'clock' },
  checking: { tone: 'info', icon: 'refresh' },
  sending: { tone: 'info', icon: 'refresh' },
  changed: needsAttention,
  paid: needsAttention,
  void: needsAttention,
  notPayable: needsAttention,
  notFound: needsAttention,
  unreadable: needsAttention,
  unknown: needsAttention,
  otherSignIn: needsAttention,
  restored: needsAttention,
  dataRestored: needsAttention,
  noOrganization: needsAttention,
  overLimit: needsAttention,
  twice: needsAttention,
  changedBack: needsAttention,
  rejected: { tone: 'danger', icon: 'close' },
  differs: { tone: 'danger', icon: 'warning' },
  confirmed: { tone: 'good', icon: 'check' },
  foundPaid: { tone: 'neutral', icon: 'check' },
  byHand: { tone: 'neutral', icon: 'check' },
  undone: withdrawn,
  canceled: withdrawn,
  discarded: withdrawn,
};

export function ApprovalBadge({ approval }: { readonly approval: Approval }) {
  const status = approvalStatus(approval, useStatusContext());
  const { tone, icon } = appearances[status];
  return (
    <Badge tone={tone} icon={icon}>
      {messages.approvals.statuses[status]}
    </Badge>
  );
}
