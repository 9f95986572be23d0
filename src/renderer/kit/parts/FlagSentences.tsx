import type { Bill } from '../../../contract/bill.ts';
import type { Flag } from '../../core/model/flag.ts';
import { useCurrentApprovals, useOrganizationNames } from '../hooks/use-organizations.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { formatFlag, formatFlagName } from './format-flag.ts';
import './flag-sentences.css';
import { keepAmounts } from '../ui/keep-amounts.tsx';

interface FlagSentencesProps {
  readonly bill: Bill;
  readonly flags: readonly Flag[];
}

/** The bill's flags as sentences, one per line. */
export function FlagSentences({ bill, flags }: FlagSentencesProps) {
  const { workspace, clock } = useData();
  const { locale } = useShell();
  const names = useOrganizationNames();
  const organizationOf = (id: string) => names.get(id) ?? id;
  const billOf = (billId: string) => workspace.bills.get(billId)?.bill ?? null;
  const { ofBills: approved } = useCurrentApprovals();
  const context = { bill, billOf, approved, organizationOf, nowMs: clock.nowMs(), locale };
  return flags.map((flag) => (
    <span key={flag.kind} className="flag-sentence">
      <strong>{messages.flags.named(formatFlagName(flag))}</strong>{' '}
      {keepAmounts(formatFlag(flag, context))}
    </span>
  ));
}
