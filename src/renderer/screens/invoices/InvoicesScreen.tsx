import { useNamesBesideBills, useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useMinute, useToday } from '../../kit/hooks/use-now.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { invoicesScope } from '../../../contract/assumptions.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import '../../kit/parts/list-detail.css';
import { PaneEdge } from '../../kit/parts/PaneEdge.tsx';
import { ScopeOffer, useMissingScope } from '../../kit/parts/ScopeOffer.tsx';
import { messages } from '../../kit/text/messages.ts';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import { formatAgo } from '../../kit/ui/relative-time.ts';
import type { InvoiceIndex, InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import { chooseColumns, type Column, newestFirst } from './invoice-columns.ts';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { InvoiceGrid } from './InvoiceGrid.tsx';
import { InvoiceMessages, NoInvoices } from './InvoiceMessages.tsx';
import './invoices.css';
import { type FieldValue, readField } from '../../../contract/fields.ts';
import { formatCell } from '../../kit/parts/format-field.ts';
import type { PlainDate } from '../../../base/days.ts';
import { columnsOver, type ListColumn, type ListTable } from '../../kit/export/list-table.ts';

/** The invoices of one organization, read-only. */
export function InvoicesScreen() {
  const { workspace } = useData();
  const [search, setSearch] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const today = useToday();
  const { rows, columns, all } = useInvoiceList(search);
  const missing = useMissingScope(invoicesScope);
  useShownInvoices();

  const found = rows.findIndex(({ invoice }) => invoice.id === chosenId);
  const position = found < 0 ? null : found;
  const moveTo = (target: number): void => {
    const row = rows[Math.min(Math.max(target, 0), rows.length - 1)];
    if (row) setChosenId(row.invoice.id);
  };
  useShortcut('nextBill', () => moveTo(position === null ? 0 : position + 1));
  useShortcut('previousBill', () => moveTo(position === null ? 0 : position - 1));
  useShortcut('search', () => searchBox.current?.focus());

  if (missing !== null && all === 0) {
    return (
      <div className="invoices__offer">
        <h1 className="visually-hidden">{messages.app.screens.invoices}</h1>
        <ScopeOffer
          scope={missing}
          title={messages.moreScopes.invoicesTitle}
          note={messages.moreScopes.invoicesNote}
        />
      </div>
    );
  }
  const row = chosenId === null || rows.length === 0 ? null : workspace.invoices.get(chosenId);
  return (
    <div className={isOpen ? 'review review--open' : 'review'}>
      <h1 className="visually-hidden">{messages.app.screens.invoices}</h1>
      <div className="review__list">
        <ListHeader
          {...{ rows, columns, search, today, all, searchBox }}
          onSearch={setSearch}
          onDone={() => grid.current?.focus()}
        />
        <InvoiceMessages missing={missing} />
        {rows.length > 0 ? (
          <InvoiceGrid
            gridRef={grid}
            rows={rows}
            columns={columns}
            today={today}
            position={position}
            onMove={moveTo}
            onOpen={() => setOpen(true)}
          />
        ) : (
          <NoInvoices search={search} onClear={() => setSearch('')} />
        )}
      </div>
      <PaneEdge />
      <InvoiceDetail
        row={row}
        columns={columns}
        today={today}
        hasInvoices={rows.length > 0}
        onBack={() => setOpen(false)}
      />
    </div>
  );
}

interface ListHeaderProps extends InvoiceExportProps {
  /** Number of invoices without the search. */
  readonly all: number;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onSearch: (search: string) => void;
  /** Moves the focus from the search to the list. */
  readonly onDone: () => void;
}

function ListHeader({ all, searchBox, onSearch, onDone, ...list }: ListHeaderProps) {
  const { rows, search } = list;
  return (
    <div className="list-header">
      <div className="list-header__controls">
        <SearchBox
          label={messages.invoices.search}
          hint={messages.invoices.searchHint}
          clearLabel={messages.invoices.clearSearch}
          value={search}
          onChange={onSearch}
          inputRef={searchBox}
          onDone={onDone}
          onFirst={onDone}
        />
        <InvoiceExport {...list} />
      </div>
      <Standing found={rows.length} all={all} isSearch={search.trim() !== ''} />
      <OfOneOrganization />
    </div>
  );
}

interface StandingProps {
  readonly found: number;
  readonly all: number;
  readonly isSearch: boolean;
}

/** Number of invoices, with their age or the progress of reading. */
function Standing({ found, all, isSearch }: StandingProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const pull = useObservable(workspace.invoicePull);
  const nowMs = useMinute();
  const age =
    pull.asOfMs === null ? null : messages.invoices.asOf(formatAgo(pull.asOfMs, nowMs, locale));
  return (
    <div className="list-header__sums" role="status">
      <span className="list-header__count">
        {isSearch ? messages.invoices.found(found, all) : messages.invoices.count(all)}
      </span>
      <span className="faint">{pull.kind === 'crawling' ? messages.invoices.reading : age}</span>
    </div>
  );
}

interface InvoiceList {
  readonly rows: readonly InvoiceRow[];
  readonly columns: readonly Column[];
  /** Number of invoices without the search. */
  readonly all: number;
}

/** The matching invoices, newest first. A long list doesn't slow down typing. */
function useInvoiceList(search: string): InvoiceList {
  const { workspace } = useData();
  const { invoices } = workspace;
  const version = useObservable(invoices.version);
  const deferred = useDeferredValue(search);
  const columns = useMemo(() => {
    // Depends on the version, because the index changes in place.
    return version < 0 ? [] : chooseColumns(sampleOf(invoices));
  }, [invoices, version]);
  const found = invoices.query(deferred);
  const rows = useMemo(() => newestFirst(found, columns), [found, columns]);
  return { rows, columns, all: invoices.count() };
}

// Number of invoices that `chooseColumns` examines; the others have the same fields.
const SAMPLE = 200;

function sampleOf(invoices: InvoiceIndex): readonly Invoice[] {
  return invoices
    .query('')
    .slice(0, SAMPLE)
    .map(({ invoice }) => invoice);
}

/** Makes the workspace read and load invoices while they are on screen. */
function useShownInvoices(): void {
  const { workspace } = useData();
  useEffect(() => {
    workspace.commands.showInvoices(true);
    return () => workspace.commands.showInvoices(false);
  }, [workspace]);
}

type InvoiceExportProps = Pick<InvoiceTableParts, 'rows' | 'columns' | 'search' | 'today'>;

/** Exports the invoices on screen, always of one organization. */
function InvoiceExport(props: InvoiceExportProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const organization = useOrganizationNames().get(organizationId) ?? organizationId;
  return (
    <ExportMenu
      isDisabled={props.rows.length === 0}
      table={() => invoiceTable({ ...props, organization, locale })}
    />
  );
}

/** Names the organization whose invoices are shown while all organizations are on screen. */
function OfOneOrganization() {
  const { workspace } = useData();
  const names = useNamesBesideBills();
  const organizationId = useObservable(workspace.organizationId);
  if (names === null || organizationId === null) return null;
  const name = names.get(organizationId) ?? organizationId;
  return <p className="faint">{messages.organizations.invoices(name)}</p>;
}

interface InvoiceTableParts {
  readonly rows: readonly InvoiceRow[];
  /** Columns on screen. An invoice has no documented fields. */
  readonly columns: readonly Column[];
  readonly search: string;
  readonly organization: string;
  readonly today: PlainDate;
  readonly locale: string;
}

/** The invoices on screen as a table. It has no totals, because no document says which amount is owed. */
export function invoiceTable(parts: InvoiceTableParts): ListTable {
  const { rows, columns, organization } = parts;
  const search = parts.search.trim();
  const column = columnsOver(rows);
  return {
    title: messages.app.screens.invoices,
    facts: [organization, ...(search === '' ? [] : [messages.export.facts.search(search)])],
    columns: [
      ...columns.map((each) => columnOf(each, parts)),
      column.text(messages.export.bills.invoiceId, ({ invoice }) => invoice.id, { only: 'csv' }),
    ],
    rowCount: rows.length,
    formatRows: messages.invoices.count,
    groups: [],
    totals: null,
  };
}

function columnOf(
  { field, role, label }: Column,
  { rows, today, locale }: InvoiceTableParts,
): ListColumn {
  const column = columnsOver(rows);
  const read = ({ invoice }: InvoiceRow): FieldValue => readField(field, invoice[field], invoice);
  if (role === 'amount') {
    return column.amount(label, (row) => {
      const value = read(row);
      return value.kind === 'money' ? value : null;
    });
  }
  if (role === 'date') return column.date(label, (row) => dateIn(read(row)));
  return column.text(label, (row) => {
    const value = read(row);
    return value.kind === 'none' ? null : formatCell(value, today, locale);
  });
}

/** Date or time of a cell. A date column may also contain other text, which is returned as is. */
function dateIn(value: FieldValue): string | null {
  if (value.kind === 'date') return value.date;
  if (value.kind === 'time') return new Date(value.atMs).toISOString();
  return value.kind === 'text' ? value.text : null;
}
