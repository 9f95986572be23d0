import { useNamesBesideBills, useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { useAgo, useToday } from '../../kit/hooks/use-now.ts';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import type { Invoice } from '../../../contract/invoice.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import { invoicesScope } from '../../../contract/assumptions.ts';
import { atVersion, useObservable } from '../../kit/hooks/use-observable.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import '../../kit/parts/list-detail.css';
import { PaneEdge } from '../../kit/parts/PaneEdge.tsx';
import { useMissingScope } from '../../kit/parts/ScopeOffer.tsx';
import { messages } from '../../kit/text/messages.ts';
import { Choice } from '../../kit/ui/Choice.tsx';
import type { ChoiceOption } from '../../kit/ui/ChoiceList.tsx';
import { SearchBox } from '../../kit/ui/SearchBox.tsx';
import { Totals } from '../../kit/ui/Totals.tsx';
import { formatCount } from '../../kit/text/count.ts';
import { dayOrder, weekStart } from '../../kit/ui/dates.ts';
import type { InvoiceRow } from '../../core/bills/index/invoice-index.ts';
import {
  chooseColumns,
  type InvoiceColumn,
  type InvoiceOrder,
  isOverdue,
  knownColumns,
  newestFirst,
  newestOrder,
  readCell,
  sortBy,
  statusOf,
  sumOf,
} from './invoice-columns.ts';
import { InvoiceDetail } from './InvoiceDetail.tsx';
import { InvoiceGrid, statusLabel } from './InvoiceGrid.tsx';
import { InvoiceMessages, InvoicesOffer, NoInvoices } from './InvoiceMessages.tsx';
import { customersOf, searchInvoices } from './invoice-search.ts';
import './invoices.css';
import type { FieldValue } from '../../../contract/items/fields.ts';
import { formatCell } from '../../kit/parts/format-field.ts';
import { type PlainDate, plainDateAt } from '../../../base/days.ts';
import { columnsOver, type TableColumn, type ListTable } from '../../kit/export/list-table.ts';

/** The invoices of one organization, read-only. */
export function InvoicesScreen() {
  const { workspace } = useData();
  const [search, setSearch] = useState('');
  const [show, setShow] = useState<InvoiceShow>('all');
  const [chosenOrder, setOrder] = useState<InvoiceOrder | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const today = useToday();
  const { rows, columns, all, options } = useInvoiceList({
    search,
    show,
    order: chosenOrder,
    today,
  });
  const newest = useMemo(() => newestOrder(columns), [columns]);
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
        <InvoicesOffer scope={missing} />
      </div>
    );
  }
  const row = chosenId === null || rows.length === 0 ? null : workspace.invoices.get(chosenId);
  return (
    <div className={isOpen ? 'review review--open' : 'review'}>
      <h1 className="visually-hidden">{messages.app.screens.invoices}</h1>
      <div className="review__list">
        <ListHeader
          rows={rows}
          columns={columns}
          search={search}
          today={today}
          all={all}
          searchBox={searchBox}
          show={show}
          options={options}
          onSearch={setSearch}
          onShow={setShow}
          onDone={() => grid.current?.focus()}
        />
        <InvoiceMessages missing={missing} />
        {rows.length > 0 ? (
          <InvoiceGrid
            gridRef={grid}
            rows={rows}
            columns={columns}
            today={today}
            order={chosenOrder ?? newest}
            onSort={setOrder}
            position={position}
            onMove={moveTo}
            onOpen={() => setOpen(true)}
          />
        ) : (
          <NoInvoices
            search={search}
            isAll={show === 'all'}
            onClear={() => setSearch('')}
            onShowAll={() => setShow('all')}
          />
        )}
      </div>
      <PaneEdge />
      <InvoiceDetail
        row={row}
        columns={columns}
        today={today}
        hasInvoices={rows.length > 0}
        isOpen={isOpen}
        onBack={() => setOpen(false)}
      />
    </div>
  );
}

interface ListHeaderProps extends Omit<InvoiceExportProps, 'shown'> {
  /** Number of invoices without the search. */
  readonly all: number;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly show: InvoiceShow;
  readonly options: readonly ChoiceOption<InvoiceShow>[];
  readonly onSearch: (search: string) => void;
  readonly onShow: (show: InvoiceShow) => void;
  /** Moves the focus from the search to the list. */
  readonly onDone: () => void;
}

function ListHeader(props: ListHeaderProps) {
  const { all, searchBox, show, options, onSearch, onShow, onDone, ...list } = props;
  const { rows, columns, search } = list;
  const shown = options.find(({ id }) => id === show)?.label ?? null;
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
        {options.length > 1 && (
          <Choice label={messages.invoices.show} value={show} options={options} onChange={onShow} />
        )}
        <InvoiceExport {...list} shown={show === 'all' ? null : shown} />
      </div>
      <InvoiceSummary
        rows={rows}
        columns={columns}
        all={all}
        isPart={search.trim() !== '' || show !== 'all'}
      />
      <SingleOrganizationNote />
    </div>
  );
}

interface InvoiceSummaryProps extends Pick<InvoiceList, 'rows' | 'columns' | 'all'> {
  /** Whether a search or a list leaves some out. */
  readonly isPart: boolean;
}

/** Number of invoices and what is owed, with their age or the progress of reading. */
function InvoiceSummary({ rows, columns, all, isPart }: InvoiceSummaryProps) {
  const { workspace } = useData();
  const { locale } = useShell();
  const pull = useObservable(workspace.invoicePull);
  const ago = useAgo(pull.syncedAtMs ?? 0);
  const age = pull.syncedAtMs === null ? null : messages.invoices.synced(ago);
  const sum = useMemo(() => sumOf(rows, columns), [rows, columns]);
  return (
    <div className="list-header__sums" role="status">
      <span className="list-header__count">
        {isPart ? messages.invoices.found(rows.length, all) : messages.invoices.count(all)}
      </span>
      {sum !== null && sum.totals.length > 0 && (
        <>
          <span className="list-header__sum">{sum.label}</span>
          <Totals totals={sum.totals} locale={locale} />
          {sum.without > 0 && <span>{messages.invoices.notInSum(sum.without)}</span>}
        </>
      )}
      <span className="faint">{pull.kind === 'crawling' ? messages.invoices.reading : age}</span>
    </div>
  );
}

interface InvoiceList {
  readonly rows: readonly InvoiceRow[];
  readonly columns: readonly InvoiceColumn[];
  /** Number of invoices without the search. */
  readonly all: number;
  /** Lists with their counts. */
  readonly options: readonly ChoiceOption<InvoiceShow>[];
}

type InvoiceShow = 'all' | 'overdue' | `status ${string}`;

interface ListQuery {
  readonly search: string;
  readonly show: InvoiceShow;
  /** Null for newest first. */
  readonly order: InvoiceOrder | null;
  readonly today: PlainDate;
}

/** The matching invoices in order. A long list doesn't slow down typing. */
function useInvoiceList({ search, show, order, today }: ListQuery): InvoiceList {
  const { workspace } = useData();
  const { invoices, bills } = workspace;
  const { locale } = useShell();
  const version = useObservable(invoices.version);
  const deferred = useDeferredValue(search);
  const columns = useMemo(() => {
    // Recomputed with each version, because the index changes in place.
    return version < 0
      ? []
      : chooseColumns(
          invoices
            .query('')
            .slice(0, SAMPLE)
            .map(({ invoice }) => invoice),
        );
  }, [invoices, version]);
  const options = useMemo(
    () => (version < 0 ? [] : showOptions(invoices.query(''), columns, today)),
    [invoices, version, columns, today],
  );
  const vendors = useMemo(
    () => (version < 0 ? [] : customersOf(invoices.query(''), columns)),
    [invoices, version, columns],
  );
  const words = messages.review.searchWords;
  const rows = useMemo(() => {
    const calendar = { today, weekStartsOn: weekStart(locale) };
    const lists = new Map(
      options
        .filter(({ id }) => id !== 'all')
        .map(({ id, label }) => [sortKeyOf(label), testOfList(id, columns, today)]),
    );
    const known = { ...bills.known, vendors };
    const context = { calendar, dayOrder: dayOrder(locale), known, lists };
    const found = atVersion(version, () =>
      searchInvoices(invoices, deferred, columns, words, context),
    );
    const isShown = testOfList(show, columns, today);
    const shown = show === 'all' ? found : found.filter(({ invoice }) => isShown(invoice));
    return order === null ? newestFirst(shown, columns) : sortBy(shown, order, columns);
  }, [
    invoices,
    bills,
    version,
    deferred,
    columns,
    words,
    options,
    vendors,
    show,
    order,
    today,
    locale,
  ]);
  return { rows, columns, all: invoices.count(), options };
}

function testOfList(
  show: InvoiceShow,
  columns: readonly InvoiceColumn[],
  today: PlainDate,
): (invoice: Invoice) => boolean {
  const known = knownColumns(columns);
  if (show === 'overdue') return (invoice) => isOverdue(invoice, known, today);
  return (invoice) => `status ${statusOf(invoice, known.status)}` === show;
}

function showOptions(
  rows: readonly InvoiceRow[],
  columns: readonly InvoiceColumn[],
  today: PlainDate,
): readonly ChoiceOption<InvoiceShow>[] {
  const known = knownColumns(columns);
  const counts = new Map<string, number>();
  let overdue = 0;
  for (const { invoice } of rows) {
    const status = statusOf(invoice, known.status);
    if (status !== '') counts.set(status, (counts.get(status) ?? 0) + 1);
    if (isOverdue(invoice, known, today)) overdue += 1;
  }
  const option = (id: InvoiceShow, label: string, count: number) =>
    ({ id, label, note: formatCount(count) }) as const;
  const { dueDate, owed } = known;
  return [
    option('all', messages.invoices.all, rows.length),
    ...(dueDate && owed ? [option('overdue', messages.invoices.overdue, overdue)] : []),
    ...[...counts]
      .filter(([status]) => !dueDate || !owed || status !== 'overdue')
      .map(([status, count]) => option(`status ${status}`, statusLabel(status), count)),
  ];
}

// Number of invoices that `chooseColumns` examines. It suffices, because the others have the same fields.
const SAMPLE = 200;

/** Makes the workspace read and load invoices while they are on screen. */
function useShownInvoices(): void {
  const { workspace } = useData();
  useEffect(() => {
    workspace.commands.showInvoices(true);
    return () => workspace.commands.showInvoices(false);
  }, [workspace]);
}

type InvoiceExportProps = Pick<
  InvoiceTableParts,
  'rows' | 'columns' | 'search' | 'today' | 'shown'
>;

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
function SingleOrganizationNote() {
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
  readonly columns: readonly InvoiceColumn[];
  readonly search: string;
  /** Name of the list; null for all invoices. */
  readonly shown: string | null;
  readonly organization: string;
  readonly today: PlainDate;
  readonly locale: string;
}

/** The invoices on screen as a table, without totals: the service does not document which amount is owed. */
export function invoiceTable(parts: InvoiceTableParts): ListTable {
  const { rows, columns, organization, shown } = parts;
  const search = parts.search.trim();
  const column = columnsOver(rows);
  return {
    title: messages.app.screens.invoices,
    facts: [
      organization,
      ...(shown === null ? [] : [shown]),
      ...(search === '' ? [] : [messages.export.facts.search(search)]),
    ],
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

function columnOf(shown: InvoiceColumn, { rows, today, locale }: InvoiceTableParts): TableColumn {
  const { role, label } = shown;
  const column = columnsOver(rows);
  const read = ({ invoice }: InvoiceRow): FieldValue => readCell(invoice, shown);
  if (role === 'amount') {
    return column.amount(label, (row) => {
      const value = read(row);
      return value.kind === 'money' ? value : null;
    });
  }
  if (role === 'date') return column.date(label, (row) => dateIn(read(row)));
  return column.text(label, (row) => {
    const value = read(row);
    if (value.kind === 'none') return null;
    const text = formatCell(value, today, locale);
    return role === 'status' ? statusLabel(text) : text;
  });
}

/** Date or time of a cell. A date column may also contain other text, which is returned as is. */
function dateIn(value: FieldValue): string | null {
  if (value.kind === 'date') return value.date;
  if (value.kind === 'time') return plainDateAt(value.atMs);
  return value.kind === 'text' ? value.text : null;
}
