import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { FigureLink } from './FigureLink.tsx';
import { topVendors, type VendorFigure } from '../../core/bills/top-vendors.ts';

const MOST_VENDORS = 10;

export interface VendorsCardProps {
  /** Of one currency, all to be paid. */
  readonly rows: readonly BillRow[];
  readonly currency: string;
}

/** The vendors that are owed the most. A name leads to its bills. */
export function VendorsCard({ rows, currency }: VendorsCardProps) {
  const { locale } = useServices();
  const text = en.insights.vendors;
  const { vendors, count } = topVendors(rows, currency, MOST_VENDORS);
  const mostCents = Math.max(1, ...vendors.map(({ amountCents }) => amountCents));
  return (
    <section className="insight insight--wide" aria-labelledby="insight-vendors">
      <h2 id="insight-vendors">{text.title}</h2>
      <p className="insight__summary">{text.lead(vendors.length, count)}</p>
      <table className="figures figures--vendors" aria-labelledby="insight-vendors">
        <thead>
          <tr>
            <th scope="col">{text.vendor}</th>
            <th scope="col" className="figures__share">
              <span className="visually-hidden">{text.share}</span>
            </th>
            <th scope="col" className="amount">
              {en.insights.billsColumn}
            </th>
            <th scope="col" className="amount">
              {en.insights.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {vendors.map((figure) => (
            <tr key={figure.vendor ?? ''}>
              <th scope="row">
                <VendorLink figure={figure} currency={currency} />
              </th>
              <td className="figures__share">
                <Share part={figure.amountCents / mostCents} />
              </td>
              <td className="amount">{figure.bills.toLocaleString(locale)}</td>
              <td className="amount">{formatMoney(figure.amountCents, currency, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VendorLinkProps {
  readonly figure: VendorFigure;
  readonly currency: string;
}

function VendorLink({ figure: { vendor, bills, filter }, currency }: VendorLinkProps) {
  const { noVendor } = en.review;
  const name = en.insights.show(bills, en.insights.vendors.of(vendor ?? noVendor), currency);
  return (
    <FigureLink filter={filter} name={name}>
      {vendor ?? noVendor}
    </FigureLink>
  );
}

/** A bar beside the amount, for the eye; the amount says the same. */
function Share({ part }: { readonly part: number }) {
  return (
    <svg className="share" aria-hidden="true" width="100%" height="8">
      <rect className="share__all" width="100%" height="8" rx="4" />
      <rect className="share__part" width={`${Math.max(0, part) * 100}%`} height="8" rx="4" />
    </svg>
  );
}
