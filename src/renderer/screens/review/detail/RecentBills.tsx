import { shownStatus } from '../../../../contract/assumptions.ts';
import { memo } from 'react';
import { vendorName } from '../../../../contract/bill.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { StatusBadge } from '../../../kit/parts/StatusBadge.tsx';
import { routeHref } from '../../../kit/services/route.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { messages } from '../../../kit/text/messages.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { useVendorFacts } from './use-vendor-facts.ts';
import { dayOf } from './vendor-facts.ts';
import './vendor-panel.css';

const VendorHistory = lazy(() => import('./VendorHistory.tsx'), 'VendorHistory');

export interface RecentBillsProps {
  readonly row: BillRow;
  readonly today: PlainDate;
  readonly onChoose: (billId: string) => void;
  /** Shows all bills of the vendor with this name. */
  readonly onShowAll: (vendor: string) => void;
}

/** The vendor's other recent bills. */
export const RecentBills = memo(({ row, today, onChoose, onShowAll }: RecentBillsProps) => {
  const { workspace } = useData();
  const { locale } = useShell();
  const { latest, bills } = useVendorFacts(row);
  const isPart = useObservable(workspace.bills.firstScreen) !== null;
  const isHistoryRead = useObservable(workspace.historyReadOf).has(row.organizationId);
  const name = vendorName(row.bill);
  const text = messages.vendor;
  // The latest bills and their number would be wrong while only part of the bills is loaded.
  if (name === null || isPart) return null;
  return (
    <section className="vendor" aria-labelledby="recent-title">
      <h3 id="recent-title" className="vendor__title">
        {text.latest}
      </h3>
      {!isHistoryRead && <p className="faint">{text.historyMissing}</p>}
      {latest.length === 0 && isHistoryRead && <p className="faint">{text.noOthers}</p>}
      {latest.length > 0 && (
        <>
          <VendorHistory row={row} />
          <ul className="vendor__bills" aria-labelledby="recent-title">
            {latest.map((other) => (
              <li key={other.bill.id} className="vendor__bill">
                <a
                  className="cut"
                  href={routeHref('review', other.bill.id)}
                  onClick={(event) => {
                    // Handled here, because following a link to the current address has no effect.
                    event.preventDefault();
                    onChoose(other.bill.id);
                  }}
                >
                  {other.bill.billNumber ?? messages.review.noNumber}
                </a>
                <span className="vendor__day">{formatDay(other, today, locale)}</span>
                <span>
                  <StatusBadge status={shownStatus(other.bill)} />
                </span>
                <span className="amount">
                  {formatMoney(other.bill.totalCents, other.bill.currency, locale)}
                </span>
              </li>
            ))}
          </ul>
          {bills > 1 && (
            <a
              className="vendor__all"
              href={routeHref('review')}
              onClick={(event) => {
                event.preventDefault();
                onShowAll(name);
              }}
            >
              {text.showAll(bills)}
            </a>
          )}
        </>
      )}
    </section>
  );
});

function formatDay(row: BillRow, today: PlainDate, locale: string): string {
  const day = readPlainDate(dayOf(row));
  return day === null ? '' : shortDate(day, today, locale);
}
