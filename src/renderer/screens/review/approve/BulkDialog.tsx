import { useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { vendorName } from '../../../../contract/bill.ts';
import { formatApprovalCost } from '../../../kit/parts/format-quota.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { formatCount } from '../../../kit/text/count.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { totalParts, Totals } from '../../../kit/ui/Totals.tsx';
import type { BillRow } from '../../../core/model/bill-row.ts';
import './organizations.css';
import {
  totalDue,
  type BulkSummary,
  type FlaggedBill,
} from '../../../core/bills/figures/bulk-summary.ts';
import type { CurrencyTotal } from '../../../core/model/currency-totals.ts';
import { useNamesBesideBills } from '../../../kit/hooks/use-organizations.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { ReasonChoice } from '../../../kit/parts/ReasonChoice.tsx';
import { formatAgainst } from '../detail/format-against.ts';
import { useToday } from '../../../kit/hooks/use-now.ts';
import { FlagSentences } from '../../../kit/parts/FlagSentences.tsx';
import { formatMoney } from '../../../../bridge/money.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { keepAmounts } from '../../../kit/ui/keep-amounts.tsx';

export interface BulkDialogProps {
  readonly summary: BulkSummary;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  readonly onIncludeFlagged: (isIncluded: boolean) => void;
  /** Reason for approving the flagged bills; empty for none. */
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}

/** Summary of the bills before their approval. Enter confirms. */
export function BulkDialog(props: BulkDialogProps) {
  const { summary, onClose, onConfirm } = props;
  const { workspace } = useData();
  const { locale } = useShell();
  const quota = useObservable(workspace.quota);
  const historyReadOf = useObservable(workspace.historyReadOf);
  const text = messages.review.bulk;
  const { rows, totals, flagged, isFlaggedIncluded, skipped } = summary;
  const { secondCopies, held, aboveLimit } = summary;
  const alone = secondCopies.length + held.length + aboveLimit.length;
  const leftOut = alone + (isFlaggedIncluded ? 0 : flagged.length);
  const approve = useRef<HTMLButtonElement>(null);
  useEffect(() => approve.current?.focus(), []);
  const flaggedRows = new Set(flagged.map(({ row }) => row));
  const others = rows.filter((row) => !flaggedRows.has(row)).map((row) => ({ row }));
  const othersTitle = text.others(others.length, flagged.length + alone);
  const cost = formatApprovalCost(rows.length, quota, locale);
  return (
    <Dialog
      role="alertdialog"
      title={text.title(rows.length)}
      onClose={onClose}
      decision={
        <Button ref={approve} variant="primary" isDisabled={rows.length === 0} onPress={onConfirm}>
          {leftOut === 0 || rows.length === 0
            ? text.approve(rows.length)
            : text.approveSome(rows.length, formatCount(leftOut))}
        </Button>
      }
    >
      <ul className="bulk__sums totals">
        {totals.map((total) => (
          <li key={total.currency}>
            {totalParts(total, locale).map((part) => (
              <span key={part} className="amount">
                {part}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <PerOrganization rows={rows} />
      {!rows.every((row) => historyReadOf.has(row.organizationId)) && (
        <p>{messages.vendor.historyMissing}</p>
      )}
      {flagged.length > 0 && <Flagged {...props} />}
      <AskedAlone bills={secondCopies} title={text.secondCopies(secondCopies.length)} />
      <AskedAlone bills={held} title={text.held(held.length)} />
      <AskedAlone bills={aboveLimit} title={text.aboveLimit(aboveLimit.length)} />
      {others.length > 0 && (
        <section>
          <h3>{othersTitle}</h3>
          <BillList bills={others} title={othersTitle} />
        </section>
      )}
      {skipped > 0 && <p>{text.skipped(skipped)}</p>}
      {cost !== null && <p className="faint">{cost}</p>}
    </Dialog>
  );
}

/** Number of bills drawn with the dialog, because drawing all of them takes longer than a frame. */
const DRAWN_AT_ONCE = 20;
/** Numbers of bills listed at first, and added by each press of the button below them. */
const MAX_LISTED = 100;
const MORE_LISTED = 500;

/** Flagged bills with their reasons, which the user may include. */
function Flagged({
  summary: { flagged, isFlaggedIncluded, kinds },
  onIncludeFlagged,
  reason,
  onReason,
}: Omit<BulkDialogProps, 'onClose' | 'onConfirm'>) {
  const text = messages.review.bulk;
  return (
    <section className="bulk__flags">
      <div className="bulk__head">
        <h3>{text.flagged(flagged.length)}</h3>
        <Button size="small" onPress={() => onIncludeFlagged(!isFlaggedIncluded)}>
          {isFlaggedIncluded ? text.leaveOutFlagged : text.includeFlagged}
        </Button>
      </div>
      {isFlaggedIncluded ? (
        <ReasonChoice reason={reason} onChoose={onReason} />
      ) : (
        <p>{text.flaggedLeftOut}</p>
      )}
      <p>
        {sayAll(
          ' · ',
          kinds.map(({ kind, bills: count }) => text.kind(messages.flags.badges[kind], count)),
        )}
      </p>
      <BillList bills={flagged} title={text.flagged(flagged.length)} />
    </section>
  );
}

/** Bills that must be approved one by one. */
function AskedAlone({ bills, title }: BillListProps) {
  if (bills.length === 0) return null;
  return (
    <section className="bulk__flags">
      <h3>{title}</h3>
      <p>{messages.review.bulk.askedAlone(bills.length)}</p>
      <BillList bills={bills} title={title} />
    </section>
  );
}

interface BillListProps {
  readonly bills: readonly (Pick<FlaggedBill, 'row'> & Partial<FlaggedBill>)[];
  readonly title: string;
}

/** Bills with their flags, or with the reason why they are routine. */
function BillList({ bills, title }: BillListProps) {
  const [most, setMost] = useState(MAX_LISTED);
  const drawn = useDeferredValue(most, DRAWN_AT_ONCE);
  // The button stays until more bills are drawn, so that the focus stays in the list.
  const left = bills.length - Math.max(drawn, MAX_LISTED);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => focusItem(list.current, drawn - MORE_LISTED), [drawn]);
  return (
    <>
      <ul ref={list} className="bulk__list" aria-label={title}>
        {bills.slice(0, drawn).map(({ row, flags }) => (
          <li key={row.bill.id}>
            <BillLine row={row} />
            {flags ? <FlagSentences bill={row.bill} flags={flags} /> : <Evidence row={row} />}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button size="small" variant="quiet" onPress={() => setMost(most + MORE_LISTED)}>
          {messages.review.bulk.showMore(Math.min(left, MORE_LISTED), left)}
        </Button>
      )}
    </>
  );
}

/** Moves the focus to the item at `index`, the first of the added ones, if it exists. */
function focusItem(list: HTMLElement | null, index: number): void {
  const item = index > 0 ? list?.children[index] : null;
  if (!(item instanceof HTMLElement)) return;
  item.tabIndex = -1;
  item.focus();
}

function BillLine({ row: { bill } }: { readonly row: BillRow }) {
  const { locale } = useShell();
  return (
    <span className="bulk__bill">
      <span className="cut" dir="auto">
        {vendorName(bill) ?? messages.review.noVendor}
      </span>{' '}
      <bdi className="cut faint">{bill.billNumber ?? messages.review.noNumber}</bdi>{' '}
      <span className="amount">{formatMoney(bill.amountDueCents, bill.currency, locale)}</span>
    </span>
  );
}

/** Why the bill is routine, in one line; nothing for other bills. */
function Evidence({ row: { bill } }: { readonly row: BillRow }) {
  const { workspace } = useData();
  const { locale } = useShell();
  const today = useToday();
  const { against, deviations = null } = workspace.flags.regularityOf(bill.id) ?? {};
  if (!against || deviations?.length !== 0) return null;
  return (
    <span className="flag-sentence faint">
      {keepAmounts(formatAgainst(against, bill, today, locale))}
    </span>
  );
}

/** Number and totals of the bills per organization. */
function PerOrganization({ rows }: Pick<BulkSummary, 'rows'>) {
  const { locale } = useShell();
  const names = useNamesBesideBills();
  if (names === null) return null;
  const text = messages.organizations.bulk;
  return (
    <section className="per-organization" aria-label={text.title}>
      <h3>{text.title}</h3>
      <ul>
        {perOrganization(rows).map(({ organizationId, bills, totals: own }) => (
          <li key={organizationId} className="per-organization__line">
            <span>
              <bdi>{names.get(organizationId) ?? organizationId}</bdi>{' '}
              <span className="per-organization__count">{text.count(bills)}</span>
            </span>
            <Totals totals={own} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Number and totals of bills in one organization. */
interface OrganizationShare {
  readonly organizationId: string;
  readonly bills: number;
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
}

/** Bills by organization, most bills first. */
export function perOrganization(rows: readonly BillRow[]): readonly OrganizationShare[] {
  const byOrganization = Map.groupBy(rows, ({ organizationId }) => organizationId);
  return [...byOrganization]
    .map(([organizationId, own]) => ({
      organizationId,
      bills: own.length,
      totals: totalDue(own),
    }))
    .toSorted((left, right) => right.bills - left.bills);
}
