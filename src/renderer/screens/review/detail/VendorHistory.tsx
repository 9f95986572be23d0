import type { BillRow } from '../../../core/model/bill-row.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { Sparkline } from '../../../kit/ui/Sparkline.tsx';
import { mediumDay } from '../../../kit/ui/dates.ts';
import { useVendorFacts } from './use-vendor-facts.ts';
import { dayOf } from './vendor-facts.ts';

/** Minimum number of bars: two would show no more than the list below. */
export const MIN_BARS = 3;

/** Totals of the vendor's last bills, with the usual total. */
export function VendorHistory({ row }: { readonly row: BillRow }) {
  const { workspace } = useData();
  const { locale } = useShell();
  useObservable(workspace.flags.version);
  const { history } = useVendorFacts(row);
  const usual = workspace.flags.usualOf(row.bill.id);
  const isPart = useObservable(workspace.bills.firstScreen) !== null;
  if (history.length < MIN_BARS || isPart) return null;
  const money = (cents: number): string => formatMoney(cents, row.bill.currency, locale);
  const text = messages.vendor;
  return (
    <p className="vendor__history">
      <Sparkline
        label={text.history(
          history.length,
          sayAll(
            ', ',
            history.map(({ bill }) => money(bill.totalCents)),
          ),
        )}
        values={history.map((each) => ({
          value: Math.max(0, each.bill.totalCents),
          title: sayAll(' · ', [mediumDay(dayOf(each), locale), money(each.bill.totalCents)]),
        }))}
        current={history.findIndex(({ bill }) => bill.id === row.bill.id)}
        usual={usual?.medianCents ?? null}
      />
      {usual && <span className="faint">{text.usually(money(usual.medianCents))}</span>}
    </p>
  );
}
