import { useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { StatementLayout } from '../../core/bills/statements/statement-columns.ts';
import type { DayOrder } from '../../core/bills/search/search-reader.ts';
import { readStatementDate } from '../../core/bills/statements/statement-dates.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { VendorBox } from '../../kit/parts/VendorBox.tsx';
import { useData, type StatementFile } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { longDate } from '../../kit/ui/dates.ts';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { StatementColumns } from './StatementColumns.tsx';
import { StatementResult } from './StatementResult.tsx';
import { useComparison, useStatementOpener, type Comparing } from './use-statement.ts';
import './statement.css';

/** Compares a vendor's statement with its bills. The file stays in the window's memory. */
export function StatementCheck() {
  const { reports } = useData();
  const statement = useObservable(reports.statement);
  const opener = useStatementOpener();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const text = messages.reports.statement;
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer.files;
      if (file) opener.open(file);
    },
  };
  const choose = (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Clears the input, so that the same file can be chosen again after a correction.
          currentTarget.value = '';
          if (file) opener.open(file);
        }}
      />
      <Button
        variant={statement === null ? 'primary' : 'plain'}
        isDisabled={opener.isReading}
        onPress={() => input.current?.click()}
      >
        {statement === null ? text.choose : text.another}
      </Button>
    </>
  );
  return (
    <div className={isOver ? 'statement statement--over' : 'statement'} {...drop}>
      {opener.fault !== null && (
        <Message urgent sentence={text.faults[opener.fault]} onDismiss={opener.dismiss} />
      )}
      {opener.isReading && <p role="status">{text.reading}</p>}
      {statement === null ? (
        <section className="statement__drop">
          <EmptyState icon="invoices" title={text.drop} body={text.dropHint}>
            {choose}
          </EmptyState>
        </section>
      ) : (
        <OpenedStatement key={statement.name} statement={statement}>
          {choose}
        </OpenedStatement>
      )}
    </div>
  );
}

interface OpenedStatementProps {
  readonly statement: StatementFile;
  /** Button that chooses another file. */
  readonly children: ReactNode;
}

function OpenedStatement({ statement, children }: OpenedStatementProps) {
  const { workspace, reports } = useData();
  const [isChanging, setChanging] = useState(false);
  const comparing = useComparison(statement);
  const { comparison, layout, remember } = comparing;
  const { historySyncedAtMs } = useObservable(workspace.pull);
  const version = useObservable(workspace.bills.version);
  const vendors = useMemo(
    () => (version < 0 ? [] : workspace.bills.vendorNames().toSorted((a, b) => a.localeCompare(b))),
    [workspace, version],
  );
  const text = messages.reports.statement;
  const change = (part: Partial<StatementFile>): void =>
    reports.statement.set({ ...statement, ...part });
  const isAsking = comparison.kind === 'needsColumns' || (isChanging && layout !== null);
  return (
    <>
      <div className="statement__head">
        <div className="statement__file">
          <h2>
            <bdi>{statement.name}</bdi>
          </h2>
          <p className="faint">
            {text.records(statement.records.length - (layout === null ? 0 : layout.headingAt + 1))}
          </p>
        </div>
        <VendorBox
          value={statement.vendor}
          vendors={vendors}
          problem={comparison.kind === 'unknownVendor' ? text.unknownVendor : null}
          onChange={(vendor) => change({ vendor, isGuessed: false, layout: null })}
        />
        <div className="actions">
          {children}
          {layout !== null && !isAsking && (
            <Button onPress={() => setChanging(true)}>{text.columns.change}</Button>
          )}
          <Button variant="quiet" onPress={() => reports.statement.set(null)}>
            {text.close}
          </Button>
        </div>
      </div>
      {historySyncedAtMs === null && (
        <p className="statement__note" role="status">
          {text.historyMissing}
        </p>
      )}
      {statement.isGuessed && (
        <p className="statement__note" role="status">
          {text.vendorFromLines}
        </p>
      )}
      {comparison.kind === 'needsVendor' && <p className="statement__note">{text.needsVendor}</p>}
      {comparison.kind === 'comparing' && <p role="status">{text.comparing}</p>}
      {isAsking && (
        <StatementColumns
          records={statement.records}
          layout={layout}
          onApply={(chosen) => {
            setChanging(false);
            remember(chosen, null);
          }}
        />
      )}
      {comparison.kind === 'compared' && !isAsking && (
        <>
          <DayOrderQuestion layout={layout} comparing={comparing} />
          <StatementResult statement={statement} {...comparison} />
        </>
      )}
    </>
  );
}

interface DayOrderQuestionProps {
  readonly layout: StatementLayout | null;
  readonly comparing: Comparing;
}

/** Asks once for the order of day and month, if no date reveals it. */
function DayOrderQuestion({ layout, comparing: { comparison, remember } }: DayOrderQuestionProps) {
  const { locale } = useShell();
  const date = comparison.kind === 'compared' ? comparison.lines.ambiguousDate : null;
  const order = comparison.kind === 'compared' ? comparison.lines.chosenOrder : null;
  if (date === null || order !== null || layout === null) return null;
  const text = messages.reports.statement;
  const answer = (each: DayOrder) => {
    const day = readStatementDate(date, each);
    return (
      day !== null && (
        <Button key={each} size="small" onPress={() => remember(layout, each)}>
          {longDate(day, locale)}
        </Button>
      )
    );
  };
  return (
    <Message
      tone="info"
      sentence={{ title: text.order(date), whatToDo: text.orderHint }}
      actions={(['dayFirst', 'monthFirst'] as const).map(answer)}
    />
  );
}
