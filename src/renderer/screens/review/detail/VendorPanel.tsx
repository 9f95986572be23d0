import { memo, useState } from 'react';
import { type Bill, vendorName } from '../../../../contract/bill.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { Fact, FieldList } from '../../../kit/parts/FieldList.tsx';
import { describeFields } from '../../../kit/parts/format-field.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { useActions } from '../../../kit/hooks/use-shortcuts.ts';
import { lazy } from '../../../kit/ui/lazy.tsx';
import { Badge } from '../../../kit/ui/Badge.tsx';
import { Button } from '../../../kit/ui/Button.tsx';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { shortDate } from '../../../kit/ui/dates.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';
import { dateAndTime } from '../../../kit/ui/relative-time.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { Totals } from '../../../kit/ui/Totals.tsx';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { formatStatus } from '../../../kit/parts/StatusBadge.tsx';
import './vendor-panel.css';
import { useVendorFacts } from './use-vendor-facts.ts';
import { dayOf, type VendorFacts } from './vendor-facts.ts';

const VendorDialog = lazy(() => import('./VendorDialog.tsx'), 'VendorDialog', 'overKeys');

export interface VendorPanelProps {
  readonly row: BillRow;
  readonly today: PlainDate;
}

/** The vendor: the service's fields, and figures from the bills on this computer. */
export const VendorPanel = memo(({ row, today }: VendorPanelProps) => {
  const { locale } = useShell();
  const facts = useVendorFacts(row);
  const { bills } = useData().workspace;
  const isPart = useObservable(bills.firstScreen) !== null;
  const name = vendorName(row.bill);
  const text = messages.vendor;
  const sent = describeFields(fieldsOf(row.bill.vendor), locale);
  if (name === null && sent.length === 0) return null;
  return (
    <section className="vendor" aria-labelledby="vendor-title">
      <h3 id="vendor-title" className="vendor__title">
        {text.title} <span className="annotations__hint">{text.onThisComputer}</span>
      </h3>
      {name !== null && !isPart && <VendorPage row={row} name={name} today={today} />}
      {/* The figures would be wrong while only part of the bills is loaded. */}
      {name !== null && !isPart && <FactList row={row} facts={facts} today={today} />}
      {sent.length > 0 && (
        <Disclosure title={text.sent} level={4}>
          <FieldList lines={sent} />
        </Disclosure>
      )}
    </section>
  );
});

/** Opens the vendor's page, and shows the user's mark on the vendor. */
function VendorPage({ row, name, today }: VendorPanelProps & { readonly name: string }) {
  const { annotations } = useData().workspace;
  const [isOpen, setOpen] = useState(false);
  useObservable(annotations.version);
  const mark = annotations.vendorOf(row);
  const text = messages.vendor;
  useActions([
    { id: 'bill.vendorPage', label: text.open, group: 'bill', run: () => setOpen(true) },
  ]);
  return (
    <>
      {mark !== null && (
        <p>
          {mark.isTrusted && <Badge tone="good">{text.trusted}</Badge>}{' '}
          <span dir="auto">{mark.note}</span>
        </p>
      )}
      <div className="actions">
        <Button size="small" onPress={() => setOpen(true)}>
          {text.open}
        </Button>
      </div>
      {isOpen && (
        <VendorDialog row={row} name={name} today={today} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Puts the name first; `describeFields` puts the id last. */
function fieldsOf(vendor: Bill['vendor']): Readonly<Record<string, unknown>> {
  if (vendor === null) return {};
  const { id, name, others } = vendor;
  const own = { ...(name !== null && { name }), ...(id !== null && { id }) };
  return { ...own, ...others, ...own };
}

type FactListProps = Pick<VendorPanelProps, 'row' | 'today'> & { readonly facts: VendorFacts };

function FactList({ row: { bill }, facts, today }: FactListProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  useObservable(workspace.flags.version);
  const text = messages.vendor;
  const usual = workspace.flags.usualOf(bill.id);
  const { counts, due, lastApprovedMs, lastPaid } = facts;
  return (
    <dl className="fields">
      <Fact name={text.otherBills}>
        {sayAll(
          ', ',
          counts.map(([status, bills]) => text.count(formatStatus(status), bills)),
        )}
      </Fact>
      {due.length > 0 && (
        <Fact name={text.due}>
          <Totals totals={due} locale={locale} />
        </Fact>
      )}
      <Fact name={text.usual}>
        {usual === null
          ? text.noUsual
          : text.usualOf(formatMoney(usual.medianCents, bill.currency, locale), usual.bills)}
      </Fact>
      <Fact name={text.lastPaid}>
        {lastPaid === null ? text.none : formatDated(lastPaid, today, locale)}
      </Fact>
      <Fact name={text.lastApproved}>
        {lastApprovedMs === null ? text.never : dateAndTime(lastApprovedMs, locale)}
      </Fact>
    </dl>
  );
}

/** Number and date of a bill: "INV-12, dated Nov 3". */
function formatDated(row: BillRow, today: PlainDate, locale: string): string {
  const number = row.bill.billNumber ?? messages.review.noNumber;
  const day = readPlainDate(dayOf(row));
  return day === null ? number : messages.vendor.dated(number, shortDate(day, today, locale));
}
