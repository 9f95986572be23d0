import { vendorName } from '../../../contract/assumptions.ts';
import { formatApprovalCost } from '../../kit/parts/format-quota.ts';
import { useServices } from '../../kit/services.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { Totals } from '../../kit/ui/Totals.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import './organizations.css';
import { totalDue, type BulkSummary, type FlaggedBill } from '../../core/bills/bulk-summary.ts';
import type { CurrencyTotal } from '../../core/bills/currency-totals.ts';
import { useNamesBesideBills } from '../../kit/hooks/use-organizations.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Dialog } from '../../kit/ui/Dialog.tsx';
import { formatMoney } from '../../kit/ui/money.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';

export interface BulkDialogProps {
  readonly summary: BulkSummary;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** What approving the selected bills comes to, before it is done. */
export function BulkDialog({ summary, onClose, onConfirm }: BulkDialogProps) {
  const { workspace, locale } = useServices();
  const quota = useObservable(workspace.quota);
  const text = messages.review.bulk;
  const { rows, totals, flagged, skipped } = summary;
  const cost = formatApprovalCost(rows.length, quota, locale);
  return (
    <Dialog
      role="alertdialog"
      title={text.title(rows.length)}
      onClose={onClose}
      decision={
        <Button variant="primary" isDisabled={rows.length === 0} onPress={onConfirm}>
          {text.approve(rows.length)}
        </Button>
      }
    >
      <div className="bulk__sums">
        <Totals totals={totals} locale={locale} />
      </div>
      <PerOrganization rows={rows} />
      {flagged.length > 0 && <Flagged summary={summary} />}
      {skipped > 0 && <p>{text.skipped(skipped)}</p>}
      {cost !== null && <p className="faint">{cost}</p>}
    </Dialog>
  );
}

// More are counted: the list of bills shows them all.
const MOST_NAMED = 8;

function Flagged({ summary: { flagged, kinds } }: { readonly summary: BulkSummary }) {
  const text = messages.review.bulk;
  const more = flagged.length - MOST_NAMED;
  return (
    <section className="bulk__flags">
      <h3>{text.flagged(flagged.length)}</h3>
      <p>
        {sayAll(
          kinds.map(({ kind, bills }) => text.kind(messages.flags.badges[kind], bills)),
          ' · ',
        )}
      </p>
      <ul>
        {flagged.slice(0, MOST_NAMED).map((bill) => (
          <FlaggedLine key={bill.row.bill.id} {...bill} />
        ))}
      </ul>
      {more > 0 && <p className="faint">{text.moreFlagged(more)}</p>}
    </section>
  );
}

function FlaggedLine({ row: { bill }, flags }: FlaggedBill) {
  const { locale } = useServices();
  const who = [
    vendorName(bill) ?? messages.review.noVendor,
    bill.bill_number ?? messages.review.noNumber,
  ];
  return (
    <li>
      {sayAll(
        [
          sayAll(who, ' '),
          formatMoney(bill.amount_due_cents, bill.currency, locale),
          sayAll(
            flags.map(({ kind }) => messages.flags.badges[kind]),
            ', ',
          ),
        ],
        ' · ',
      )}
    </li>
  );
}

/** How many of the bills each organization has, and what they come to there. */
function PerOrganization({ rows }: { readonly rows: readonly BillRow[] }) {
  const { locale } = useServices();
  const names = useNamesBesideBills();
  if (names === null) return null;
  const text = messages.organizations.bulk;
  return (
    <section className="per-organization" aria-label={text.title}>
      <h3>{text.title}</h3>
      <ul>
        {perOrganization(rows).map(({ organizationId, bills, totals }) => (
          <li key={organizationId} className="per-organization__line">
            <bdi>{names.get(organizationId) ?? organizationId}</bdi>
            <span className="faint">{text.count(bills)}</span>
            <Totals totals={totals} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What some bills come to in one of their organizations. */
interface OrganizationShare {
  readonly organizationId: string;
  readonly bills: number;
  /** Amounts due, per currency. */
  readonly totals: readonly CurrencyTotal[];
}

/** The bills by the organization each will be approved in, most bills first. */
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
