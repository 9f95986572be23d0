import { shownStatus } from '../../../../contract/assumptions.ts';
import { useState } from 'react';
import { formatMoney } from '../../../../bridge/money.ts';
import { readPlainDate, type PlainDate } from '../../../../base/days.ts';
import {
  vendorPrices,
  vendorRhythm,
  vendorYears,
  type VendorPrice,
} from '../../../core/bills/figures/vendor-history.ts';
import type { VendorMark } from '../../../core/model/annotation.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { useCurrentApprovals } from '../../../kit/hooks/use-organizations.ts';
import { useObservable } from '../../../kit/hooks/use-observable.ts';
import { ApprovalBadge } from '../../../kit/parts/ApprovalBadge.tsx';
import { Fact } from '../../../kit/parts/FieldList.tsx';
import { StatusBadge } from '../../../kit/parts/StatusBadge.tsx';
import { useData } from '../../../kit/services/data.ts';
import { routeHref } from '../../../kit/services/route.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { mediumDay, shortDate } from '../../../kit/ui/dates.ts';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { Message } from '../../../kit/ui/Message.tsx';
import { Sparkline } from '../../../kit/ui/Sparkline.tsx';
import { Toggle } from '../../../kit/ui/Toggle.tsx';
import '../../../kit/ui/field.css';
import './annotations.css';
import './vendor-panel.css';
import { MIN_BARS } from './VendorHistory.tsx';
import { dayOf } from './vendor-facts.ts';

export interface VendorDialogProps {
  readonly row: BillRow;
  /** The vendor's displayed name. */
  readonly name: string;
  readonly today: PlainDate;
  readonly onClose: () => void;
}

/** Bills listed at first, and added by each press of the button below them. */
const MAX_LISTED = 50;
/** Maximum length of a note on a vendor, characters. */
const LONGEST_NOTE = 2_000;

/** A vendor's year, rhythm, prices and bills on this computer, and the user's note and trust. */
export function VendorDialog({ row, name, today, onClose }: VendorDialogProps) {
  const { workspace } = useData();
  useObservable(workspace.bills.version);
  const rows = workspace.bills.ofVendor(row);
  const text = messages.vendor;
  return (
    <Dialog title={name} onClose={onClose} wide>
      <p className="faint">{text.onThisComputer}</p>
      <OwnMark row={row} />
      <dl className="fields">
        <Years rows={rows} today={today} />
        <Rhythm rows={rows} today={today} />
      </dl>
      <Prices rows={rows} />
      <Timeline rows={rows} onClose={onClose} />
    </Dialog>
  );
}

/** The user's trust and note. Each letter is saved at once, because Escape closes the dialog. */
function OwnMark({ row }: Pick<VendorDialogProps, 'row'>) {
  const { annotations } = useData().workspace;
  const { run } = useShell();
  const [mark, setMark] = useState<VendorMark>(
    () => annotations.vendorOf(row) ?? { note: '', isTrusted: false },
  );
  const [isRefused, setRefused] = useState(false);
  const text = messages.vendor;
  const change = (part: Partial<VendorMark>): void => {
    const next = { ...mark, ...part };
    setMark(next);
    const saved = annotations.setVendor(row, next);
    run(saved.then((result) => setRefused(result === 'notSaved')));
  };
  return (
    <div className="stack">
      <Toggle
        label={text.trusted}
        isOn={mark.isTrusted}
        onChange={(isTrusted) => change({ isTrusted })}
      />
      <p className="faint">{text.trustedHint}</p>
      <textarea
        className="annotations__note"
        aria-label={text.note}
        placeholder={text.notePlaceholder}
        rows={2}
        dir="auto"
        maxLength={LONGEST_NOTE}
        value={mark.note}
        onChange={({ target }) => change({ note: target.value })}
      />
      {isRefused && <Message urgent sentence={messages.annotations.notSaved} />}
    </div>
  );
}

interface FiguresProps {
  readonly rows: readonly BillRow[];
  readonly today: PlainDate;
}

/** The year so far and the same part of last year, one line per currency. */
function Years({ rows, today }: FiguresProps) {
  const { locale } = useShell();
  const text = messages.vendor;
  return (
    <Fact name={text.year}>
      {vendorYears(rows, today).map(({ currency, bills, thisYearCents, lastYearCents }) => (
        <div key={currency}>
          {text.yearOf(
            formatMoney(thisYearCents, currency, locale),
            bills,
            lastYearCents === 0 ? null : formatMoney(lastYearCents, currency, locale),
          )}
        </div>
      ))}
    </Fact>
  );
}

function Rhythm({ rows, today }: FiguresProps) {
  const { locale } = useShell();
  const rhythm = vendorRhythm(rows);
  const text = messages.vendor;
  if (rhythm === null) return <Fact name={text.rhythm}>{text.noUsual}</Fact>;
  const next = rhythm.nextOn && shortDate(rhythm.nextOn, today, locale);
  return (
    <Fact name={text.rhythm}>
      {next === null ? text.irregular(rhythm.days) : text.regular(rhythm.days, next)}
    </Fact>
  );
}

function Prices({ rows }: Pick<FiguresProps, 'rows'>) {
  const prices = vendorPrices(rows);
  if (prices.length === 0) return null;
  return (
    <section className="vendor" aria-labelledby="prices-title">
      <h3 id="prices-title" className="vendor__title">
        {messages.vendor.prices}
      </h3>
      {prices.map((price) => (
        <Price key={price.currency} {...price} />
      ))}
    </section>
  );
}

/** Latest totals as bars, and the change from a year before. */
function Price({ currency, now, before, latest }: VendorPrice) {
  const { locale } = useShell();
  const text = messages.vendor;
  const money = (cents: number): string => formatMoney(cents, currency, locale);
  const share = before === null ? 0 : now.cents / before.cents - 1;
  const percent = share.toLocaleString(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const totals = sayAll(
    ', ',
    latest.map(({ cents }) => money(cents)),
  );
  return (
    <p className="vendor__history">
      {latest.length >= MIN_BARS && (
        <Sparkline
          label={text.history(latest.length, totals)}
          values={latest.map(({ date, cents }) => ({
            value: cents,
            title: sayAll(' · ', [mediumDay(date, locale), money(cents)]),
          }))}
          current={latest.length - 1}
          usual={null}
        />
      )}
      <span>
        {before === null
          ? text.priceNow(money(now.cents))
          : text.priceChange(money(now.cents), percent, money(before.cents))}
      </span>
    </p>
  );
}

interface TimelineProps {
  readonly rows: readonly BillRow[];
  readonly onClose: () => void;
}

/** All bills of the vendor, latest first, with the approvals made here. */
function Timeline({ rows, onClose }: TimelineProps) {
  const approved = useCurrentApprovals().ofBills;
  const [most, setMost] = useState(MAX_LISTED);
  const text = messages.vendor;
  const sorted = rows
    .map((row) => ({ row, day: dayOf(row) }))
    .toSorted((left, right) => (left.day > right.day ? -1 : Number(left.day < right.day)));
  return (
    <section className="vendor" aria-labelledby="timeline-title">
      <h3 id="timeline-title" className="vendor__title">
        {text.timeline}
      </h3>
      <ul className="vendor__bills" aria-labelledby="timeline-title">
        {sorted.slice(0, most).map(({ row, day }) => (
          <TimelineBill
            key={row.bill.id}
            row={row}
            day={day}
            onClose={onClose}
            approval={approved.get(row.bill.id) ?? null}
          />
        ))}
      </ul>
      {sorted.length > most && (
        <Button size="small" variant="quiet" onPress={() => setMost(most + MAX_LISTED)}>
          {messages.review.bulk.showMore(
            Math.min(MAX_LISTED, sorted.length - most),
            sorted.length - most,
          )}
        </Button>
      )}
    </section>
  );
}

interface TimelineBillProps extends Pick<TimelineProps, 'onClose'> {
  readonly row: BillRow;
  readonly day: string;
  readonly approval: Approval | null;
}

function TimelineBill({ row, day, approval, onClose }: TimelineBillProps) {
  const { locale } = useShell();
  const { bill } = row;
  const date = readPlainDate(day);
  return (
    <li className="vendor__bill">
      <a className="cut" href={routeHref('review', bill.id)} onClick={onClose}>
        {bill.billNumber ?? messages.review.noNumber}
      </a>
      <span className="vendor__day">{date === null ? '' : mediumDay(date, locale)}</span>
      <span>
        {approval === null ? (
          <StatusBadge status={shownStatus(bill)} />
        ) : (
          <ApprovalBadge approval={approval} />
        )}
      </span>
      <span className="amount">{formatMoney(bill.totalCents, bill.currency, locale)}</span>
    </li>
  );
}
