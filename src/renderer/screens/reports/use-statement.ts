import { useEffect, useMemo, useState } from 'react';
import { vendorForm } from '../../core/bills/flags/bill-keys.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import {
  compareStatement,
  type StatementResult,
} from '../../core/bills/statements/match-statement.ts';
import {
  recognizeLayout,
  type StatementLayout,
} from '../../core/bills/statements/statement-columns.ts';
import type { DayOrder } from '../../core/bills/search/search-reader.ts';
import { billsOfVendor, guessVendor } from '../../core/bills/statements/statement-vendor.ts';
import {
  openStatement,
  STATEMENT_MAX_BYTES,
  type FileFault,
} from '../../core/bills/statements/statement-file.ts';
import type { StatementLines } from '../../core/bills/statements/statement-lines.ts';
import type { BillIndex } from '../../core/bills/index/bill-index.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData, type StatementFile } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { runSteps } from '../../../base/run-steps.ts';
import { everyBill } from './VendorCards.tsx';

export interface StatementOpener {
  readonly isReading: boolean;
  /** Why the last file can't be read as a statement; null for no problem. */
  readonly fault: FileFault | null;
  open(file: File): void;
  dismiss(): void;
}

/** Reads files. If a file is not a statement, the statement on screen stays. */
export function useStatementOpener(): StatementOpener {
  const { workspace, reports } = useData();
  const { run, yieldToMain } = useShell();
  const [isReading, setReading] = useState(false);
  const [fault, setFault] = useState<FileFault | null>(null);
  const [latest, setLatest] = useState(() => new AbortController());
  useEffect(() => () => latest.abort(), [latest]);
  const read = async (file: File, signal: AbortSignal): Promise<void> => {
    const opened =
      file.size > STATEMENT_MAX_BYTES
        ? ({ kind: 'fault', fault: 'tooLarge' } as const)
        : await bytesOf(file).then((bytes) =>
            bytes === null
              ? ({ kind: 'fault', fault: 'unreadable' } as const)
              : runSteps(openStatement(bytes), yieldToMain, signal),
          );
    if (opened === null || signal.aborted) return;
    if (opened.kind === 'fault') return setFault(opened.fault);
    const { records } = opened;
    const rows = workspace.bills.query(everyBill);
    const guessing = guessVendor(file.name, records, rows, workspace.bills.vendorNames());
    const guess = await runSteps(guessing, yieldToMain, signal);
    if (signal.aborted) return;
    const { vendor = '', isFromLines: isGuessed = false } = guess ?? {};
    reports.statement.set({ name: file.name, records, vendor, isGuessed, layout: null });
  };
  return {
    isReading,
    fault,
    open: (file) => {
      const mine = new AbortController();
      setLatest(mine);
      setFault(null);
      setReading(true);
      run(read(file, mine.signal).finally(() => setReading(false)));
    },
    dismiss: () => setFault(null),
  };
}

/** Content of the file; null if it is gone, a folder, or not readable for the user. */
async function bytesOf(file: File): Promise<Uint8Array | null> {
  return file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
}

export type Comparison =
  | { readonly kind: 'needsVendor' | 'unknownVendor' | 'needsColumns' | 'comparing' }
  | { readonly kind: 'compared'; readonly lines: StatementLines; readonly result: StatementResult };

export interface Comparing {
  /** The columns, chosen, remembered or recognized; null when the user has to choose. */
  readonly layout: StatementLayout | null;
  readonly comparison: Comparison;
  /** Remembers columns, or the order of dates, for this vendor. */
  remember(layout: StatementLayout, dayOrder: DayOrder | null): void;
}

export type Compared = Extract<Comparison, { kind: 'compared' }>;

/** Compares the statement with the vendor's bills, again whenever bills or decisions change. */
export function useComparison(statement: StatementFile): Comparing {
  const { workspace, reports } = useData();
  const { run, yieldToMain } = useShell();
  const { layouts } = useObservable(workspace.reportChoices.current);
  const rows = useVendorBills(statement.vendor);
  const { records } = statement;
  const key = vendorForm(statement.vendor);
  const remembered = (key === null ? null : layouts[key]) ?? null;
  const layout = useMemo(
    () => statement.layout ?? recognizeLayout(records, remembered),
    [statement.layout, records, remembered],
  );
  const dayOrder = remembered?.dayOrder ?? null;
  const [compared, setCompared] = useState<Compared | null>(null);
  const isReady = layout !== null && rows.length > 0;
  useEffect(() => {
    if (layout === null || rows.length === 0) return;
    const stop = new AbortController();
    const work = async (): Promise<void> => {
      const comparison = compareStatement(records, layout, dayOrder, rows);
      const done = await runSteps(comparison, yieldToMain, stop.signal);
      if (done !== null && !stop.signal.aborted) setCompared({ kind: 'compared', ...done });
    };
    run(work());
    return () => stop.abort();
  }, [records, layout, dayOrder, rows, run, yieldToMain]);
  // The previous comparison stays on screen while bills arrive, unless vendor or columns changed.
  const { vendor } = statement;
  const subject = useMemo(() => [records, layout, vendor], [records, layout, vendor]);
  const [shownSubject, setShownSubject] = useState(subject);
  if (shownSubject !== subject) {
    setShownSubject(subject);
    setCompared(null);
  }
  const typed = sortKeyOf(statement.vendor.trim());
  const mayBecomeKnown = (): boolean =>
    workspace.bills.vendorNames().some((name) => sortKeyOf(name).includes(typed));
  const comparison: Comparison =
    rows.length === 0
      ? { kind: mayBecomeKnown() ? 'needsVendor' : 'unknownVendor' }
      : layout === null
        ? { kind: 'needsColumns' }
        : (isReady && compared) || { kind: 'comparing' };
  return {
    layout,
    comparison,
    remember: (chosen, order) => {
      reports.statement.set({ ...statement, layout: chosen });
      if (key === null) return;
      const { signature, columns } = chosen;
      const kept = { signature: [...signature], columns: { ...columns }, dayOrder: order };
      workspace.reportChoices.change((now) => ({ layouts: { ...now.layouts, [key]: kept } }));
    },
  };
}

/** All bills of the vendor, in every spelling that counts as the same vendor. */
function useVendorBills(vendor: string): readonly BillRow[] {
  const { bills }: { readonly bills: BillIndex } = useData().workspace;
  useObservable(bills.version);
  const all = bills.query(everyBill);
  return useMemo(() => billsOfVendor(vendor, all, bills.vendorNames()), [bills, all, vendor]);
}
