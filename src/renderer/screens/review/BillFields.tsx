import { vendorName } from '../../../contract/assumptions.ts';
import { knownBillFields, type Bill } from '../../../contract/bill.ts';
import { useServices } from '../../kit/services.ts';
import { useNow } from '../../kit/hooks/use-now.ts';
import { FieldList } from '../../kit/parts/FieldList.tsx';
import { describeFields } from '../../kit/parts/format-field.ts';
import { en } from '../../kit/text/en.ts';
import { longDay } from '../../kit/ui/dates.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { formatAgo, writtenDateAndTime } from '../../kit/ui/relative-time.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { formatStatus } from '../../kit/parts/StatusBadge.tsx';

const REDRAW_MS = 30_000;
/** So few fields of unknown meaning are shown without being asked for. */
const MOST_OPEN = 6;

/** Every field of a bill: the ones the service documents first, then whatever else it sent. */
export function BillFields({ row }: { readonly row: BillRow }) {
  const { locale } = useServices();
  const nowMs = useNow(REDRAW_MS);
  const text = en.review.detail;
  const others = describeFields(otherFields(row.bill), locale, row.bill.currency);
  return (
    <>
      <section>
        <h3 className="visually-hidden">{text.fields}</h3>
        <dl className="fields">
          {documentedFields(row.bill, locale).map(([field, value, isAmount]) => (
            <div key={field} className="fields__line">
              <dt>{en.review.fields[field]}</dt>
              <dd className={isAmount ? 'amount' : undefined}>
                {value ?? <span className="faint">{text.notGiven}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {others.length > 0 && (
        <Disclosure title={text.alsoSent} openAtFirst={others.length <= MOST_OPEN}>
          <FieldList lines={others} />
        </Disclosure>
      )}
      <p className="faint">{text.seen(formatAgo(row.seenAtMs, nowMs, locale))}</p>
    </>
  );
}

type FieldName = keyof typeof en.review.fields;
type Line = readonly [field: FieldName, value: string | null, isAmount?: boolean];

function documentedFields(bill: Bill, locale: string): readonly Line[] {
  const money = (cents: number): string => formatMoney(cents, bill.currency, locale);
  return [
    ['vendor', vendorName(bill)],
    ['bill_number', bill.bill_number ?? null],
    ['status', formatStatus(bill.status)],
    ['amount_due_cents', money(bill.amount_due_cents), true],
    ['total_cents', money(bill.total_cents), true],
    ['currency', bill.currency],
    ['date', longDay(bill.date, locale)],
    ['due_date', longDay(bill.due_date, locale)],
    ['memo', bill.memo || null],
    ['created_at', bill.created_at ? writtenDateAndTime(bill.created_at, locale) : null],
    ['id', bill.id],
  ];
}

function otherFields(bill: Bill): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(bill).filter(([name]) => !knownBillFields.includes(name)),
  );
}
