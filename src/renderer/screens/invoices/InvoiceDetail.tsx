import { useRef } from 'react';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useAgo } from '../../kit/hooks/use-now.ts';
import { messages } from '../../kit/text/messages.ts';
import type { PlainDate } from '../../../base/days.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import type { InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import {
  type InvoiceColumn,
  type InvoiceColumnRole,
  knownColumns,
  readCell,
} from './invoice-columns.ts';
import { FieldList } from '../../kit/parts/FieldList.tsx';
import { DetailPane } from '../../kit/parts/DetailPane.tsx';
import { CopyId } from '../../kit/parts/CopyId.tsx';
import { asFields, currencyIn, isCurrency } from '../../../contract/items/fields.ts';
import { InvoiceStatus } from './InvoiceGrid.tsx';
import type { Fields } from '../../../contract/party.ts';
import { describeFields, formatCell } from '../../kit/parts/format-field.ts';

export interface InvoiceDetailProps {
  readonly row: InvoiceRow | null;
  readonly columns: readonly InvoiceColumn[];
  readonly today: PlainDate;
  readonly hasInvoices: boolean;
  /** Whether it covers the list in a narrow window. */
  readonly isOpen: boolean;
  readonly onBack: () => void;
}

/** One invoice in full: the list's columns first, then every field. */
export function InvoiceDetail(props: InvoiceDetailProps) {
  const { row, columns, today, hasInvoices, isOpen, onBack } = props;
  const pane = useRef<HTMLElement>(null);
  useShortcut('clearSelection', onBack);
  return (
    <DetailPane
      paneRef={pane}
      shown={row && `${row.invoice.id} ${isOpen}`}
      text={messages.invoices.detail}
      hasRows={hasInvoices}
      onBack={onBack}
    >
      {row && (
        <>
          <Head key={row.invoice.id} row={row} columns={columns} today={today} />
          <div className="detail__body">
            <AllFields row={row} columns={columns} />
          </div>
        </>
      )}
    </DetailPane>
  );
}

type HeadProps = Pick<InvoiceDetailProps, 'columns' | 'today'> & { readonly row: InvoiceRow };

function Head({ row: { invoice }, columns, today }: HeadProps) {
  const { locale } = useShell();
  const columnOf = (role: InvoiceColumnRole) => columns.find((each) => each.role === role) ?? null;
  const formatIn = (column: InvoiceColumn | null): string | null => {
    const value = readCell(invoice, column);
    return value.kind === 'none' ? null : formatCell(value, today, locale);
  };
  const format = (role: InvoiceColumnRole): string | null => formatIn(columnOf(role));
  const number = format('number');
  const title = format('who') ?? number ?? format('text') ?? messages.invoices.noName;
  const status = format('status');
  const date = knownColumns(columns).dueDate ?? columnOf('date');
  return (
    <header className="detail__head">
      <h2 className="detail__vendor">
        <bdi>{title}</bdi>
      </h2>
      <p className="detail__sub">
        {number !== null && number !== title && <bdi>{number}</bdi>}
        {status !== null && <InvoiceStatus status={status} />}
      </p>
      {format('amount') !== null && <p className="detail__amount">{format('amount')}</p>}
      {date !== null && formatIn(date) !== null && (
        <p className="detail__due">
          {date.label}: {formatIn(date)}
        </p>
      )}
      <p className="detail__closed">{messages.invoices.readOnly}</p>
    </header>
  );
}

/** Fields that the head doesn't show. The field `object` is left out: it only says that this is an invoice. */
function fieldsNotInHead(invoice: Invoice, columns: readonly InvoiceColumn[]): Fields {
  const amount = columns.find(({ role }) => role === 'amount');
  const inHead = columns.filter(
    (column) => column === amount || ['who', 'number', 'status'].includes(column.role),
  );
  const said = new Set(inHead.map(({ field }) => field));
  const { owed } = knownColumns(columns);
  const isOwed = readCell(invoice, owed).kind !== 'none';
  const fields = owed === null || isOwed ? invoice : { ...invoice, [owed.field]: null };
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      if (name === 'id' || (name === 'object' && value === 'invoice')) return false;
      if (amount && isCurrency(name)) return false;
      return !said.has(name) || Object.keys(asFields(value)).some((inner) => !isName(inner));
    }),
  );
}

const isName = (field: string): boolean => /^(id|object|(display_|full_)?name|title)$/u.test(field);

function AllFields({ row, columns }: Omit<HeadProps, 'today'>) {
  const { locale } = useShell();
  const { invoice } = row;
  const ago = useAgo(row.seenAtMs);
  const lines = describeFields(fieldsNotInHead(invoice, columns), locale, currencyIn(invoice));
  return (
    <section className="detail__fields">
      <h3>{messages.invoices.detail.fields}</h3>
      <FieldList lines={lines} />
      <p className="detail__foot">
        <span>{messages.invoices.synced(ago)}</span>
        <CopyId key={invoice.id} id={invoice.id} />
      </p>
    </section>
  );
}
