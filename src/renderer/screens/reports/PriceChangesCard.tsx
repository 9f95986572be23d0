import type { PlainDate } from '../../../base/days.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { atVersion, useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import { FiguredListContext } from './FigureLink.tsx';
import { formatChange } from './printed-reports.ts';
import { VendorName } from './VendorCards.tsx';
import { useMemo } from 'react';

const MOST_VENDORS = 10;

export interface PriceChangesCardProps {
  readonly currency: string;
  readonly today: PlainDate;
}

/** Vendors with the largest price changes. A name links to the vendor's bills. */
export function PriceChangesCard({ currency, today }: PriceChangesCardProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const { flags } = workspace;
  const version = useObservable(flags.version);
  const changes = useMemo(
    () => atVersion(version, () => flags.priceChanges(currency).slice(0, MOST_VENDORS)),
    [flags, version, currency],
  );
  if (changes.length === 0) return null;
  const text = messages.reports.priceChanges;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  return (
    <section className="report-card report-card--wide" aria-labelledby="report-prices">
      <h2 id="report-prices">{text.title}</h2>
      <p className="report-card__summary">{text.lead}</p>
      <FiguredListContext value="all">
        <table className="figures" aria-labelledby="report-prices">
          <thead>
            <tr>
              <th scope="col">{messages.reports.vendors.vendor}</th>
              <th scope="col">{text.since}</th>
              <th scope="col" className="amount">
                {text.before}
              </th>
              <th scope="col" className="amount">
                {text.now}
              </th>
              <th scope="col" className="amount">
                {text.change}
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ vendor, since, beforeCents, nowCents }) => (
              <tr key={`${vendor} ${since}`}>
                <th scope="row">
                  <VendorName
                    vendor={vendor}
                    filter={{ currency, vendor, dueFrom: null, dueTo: null }}
                  />
                </th>
                <td>{shortDate(since, today, locale)}</td>
                <td className="amount">{money(beforeCents)}</td>
                <td className="amount">{money(nowCents)}</td>
                <td className="amount">{formatChange(nowCents, beforeCents, locale)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FiguredListContext>
    </section>
  );
}
