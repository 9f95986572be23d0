import { useState } from 'react';
import { useShell } from '../../../kit/services/shell.ts';
import { useData } from '../../../kit/services/data.ts';
import { useCurrentApprovals, useOrganizationNames } from '../../../kit/hooks/use-organizations.ts';
import { useMinute } from '../../../kit/hooks/use-now.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Icon, type IconName } from '../../../kit/ui/icons.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Bill } from '../../../../contract/bill.ts';
import { type PlainDate, readPlainDate } from '../../../../base/days.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import type { DuplicateFlag, Flag } from '../../../core/model/flag.ts';
import type { FlagKind } from '../../../../bridge/settings.ts';
import type { Tone } from '../../../kit/ui/Badge.tsx';
import './flags.css';
import { formatFlag, formatFlagName, formatOtherBill } from '../../../kit/parts/format-flag.ts';
import { type Annotating, useAnnotation } from './use-annotating.ts';
import { BillReasonChoice } from '../../../kit/parts/ReasonChoice.tsx';
import { keepAmounts } from '../../../kit/ui/keep-amounts.tsx';

const VendorHistory = lazy(() => import('./VendorHistory.tsx'), 'VendorHistory');
const CompareDialog = lazy(() => import('./CompareDialog.tsx'), 'CompareDialog', 'overKeys');

export interface FlagListProps {
  readonly row: BillRow;
  readonly today: PlainDate;
  readonly annotating: Annotating;
}

/** Every flag of a bill as a sentence with its figures. Flags never block an approval. */
export function FlagList({
  row,
  today,
  annotating,
  canApprove,
}: FlagListProps & { readonly canApprove: boolean }) {
  const { bill } = row;
  const { workspace } = useData();
  const { locale } = useShell();
  useObservable(workspace.flags.version);
  const nowMs = useMinute();
  const names = useOrganizationNames();
  const { ofBills: approved } = useCurrentApprovals();
  const flags = workspace.flags.flagsOf(bill.id);
  if (flags.length === 0) return <NotDuplicates row={row} annotating={annotating} />;
  const billOf = (billId: string) => workspace.bills.get(billId)?.bill ?? null;
  const organizationOf = (id: string) => names.get(id) ?? id;
  return (
    <section className="flags" aria-labelledby="flags-title">
      <h3 id="flags-title" className="visually-hidden">
        {messages.flags.title}
      </h3>
      <ul className="stack">
        {flags.map((flag) => (
          <li key={flag.kind} className={`flags__flag tone--${flagTone(flag)}`}>
            <Icon name={icons[flag.kind]} />
            <div>
              <p>
                <strong>{messages.flags.named(formatFlagName(flag))}</strong>{' '}
                {keepAmounts(
                  formatFlag(flag, { bill, billOf, approved, organizationOf, nowMs, locale }),
                )}
              </p>
              {flag.kind === 'unusualAmount' && <VendorHistory row={row} />}
              {(flag.kind === 'onHold' || flag.kind === 'asked') && (
                <div className="actions">
                  <Button size="small" onPress={() => annotating.askToHold([row])}>
                    {messages.flags.editHold}
                  </Button>
                  <Button size="small" onPress={() => annotating.release([row])}>
                    {messages.flags.release}
                  </Button>
                </div>
              )}
              {flag.kind === 'duplicate' && (
                <Duplicate
                  row={row}
                  flag={flag}
                  billOf={billOf}
                  today={today}
                  annotating={annotating}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      <NotDuplicates row={row} annotating={annotating} />
      {canApprove && <BillReasonChoice key={bill.id} row={row} />}
    </section>
  );
}

/** Bills the user marked as no duplicates of this one, and a button to undo that. */
function NotDuplicates({ row, annotating }: Omit<FlagListProps, 'today'>) {
  const { bills } = useData().workspace;
  const { ofBills: approved } = useCurrentApprovals();
  const others = useAnnotation(row)?.notDuplicateOf ?? [];
  const text = messages.flags.decision;
  return others
    .flatMap((id) => bills.get(id) ?? [])
    .map((other) => (
      <p key={other.bill.id} className="flags__note">
        {text.notDuplicateOf(formatOtherBill(other.bill, approved))}{' '}
        <Button
          size="small"
          variant="quiet"
          onPress={() => annotating.setDuplicate([row, other], true)}
        >
          {messages.app.undo}
        </Button>
      </p>
    ));
}

interface DuplicateProps extends FlagListProps {
  readonly flag: DuplicateFlag;
  readonly billOf: (billId: string) => Bill | null;
}

/** Date and amount of the other bill, and a comparison of both. */
function Duplicate({ row, flag, billOf, today, annotating }: DuplicateProps) {
  const { locale } = useShell();
  const [isOpen, setOpen] = useState(false);
  const other = billOf(flag.otherIds[0] ?? '');
  const day = readPlainDate(other?.date);
  return (
    <div className="flags__evidence">
      {other && (
        <span className="faint">
          {sayAll(' · ', [
            ...(day === null ? [] : [shortDate(day, today, locale)]),
            formatMoney(other.totalCents, other.currency, locale),
          ])}
        </span>
      )}
      <Button size="small" icon="columns" onPress={() => setOpen(true)}>
        {messages.flags.compare}
      </Button>
      {isOpen && (
        <CompareDialog
          row={row}
          otherIds={flag.otherIds}
          annotating={annotating}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** The bill's most important flag and the number of others, for its row. A narrow list shows only the icon. */
export function FlagBadge({ flags }: { readonly flags: readonly Flag[] }) {
  const [flag, ...more] = flags;
  if (flag === undefined) return null;
  const text = messages.flags;
  return (
    <span
      className={`flag-badge tone--${flagTone(flag)}`}
      title={sayAll(
        ', ',
        flags.map(({ kind }) => text.badges[kind]),
      )}
    >
      <Icon name={icons[flag.kind]} />
      <span className="flag-badge__words">{text.badges[flag.kind]}</span>
      {more.length > 0 && (
        <>
          <span className="flag-badge__more" aria-hidden="true">
            {text.more(more.length)}
          </span>
          <span className="visually-hidden">{text.moreAsText(more.length)}</span>
        </>
      )}
    </span>
  );
}

const icons: Record<FlagKind, IconName> = {
  asked: 'clock',
  onHold: 'clock',
  duplicate: 'copy',
  approvedElsewhere: 'warning',
  stoppedElsewhere: 'warning',
  unusualAmount: 'reports',
  changed: 'refresh',
  returned: 'warning',
  reopened: 'warning',
  noVendor: 'warning',
  lookAlike: 'warning',
  otherOrganization: 'copy',
  splitBills: 'columns',
  dueAboveTotal: 'warning',
  fraction: 'warning',
  otherCurrency: 'info',
  newBankDetails: 'warning',
  shorterTerms: 'calendar',
  dueBeforeDate: 'calendar',
  futureDate: 'calendar',
  returningVendor: 'info',
  firstOfVendor: 'info',
};

/** Flags that are often harmless. */
const notices: ReadonlySet<FlagKind> = new Set(['firstOfVendor', 'returningVendor', 'changed']);

/** Tone of a flag. Its text has the same meaning, so color is not needed. */
function flagTone(flag: Flag): Extract<Tone, 'caution' | 'info'> {
  if (flag.kind === 'asked') return flag.isOverdue ? 'caution' : 'info';
  return notices.has(flag.kind) ? 'info' : 'caution';
}
