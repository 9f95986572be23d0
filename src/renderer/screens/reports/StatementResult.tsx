import { formatMoney } from '../../../bridge/money.ts';
import { readPlainDate } from '../../../base/days.ts';
import {
  differentDates,
  matchKinds,
  type MatchKind,
  type StatementMatch,
} from '../../core/bills/statements/match-statement.ts';
import type { SkippedLine } from '../../core/bills/statements/statement-lines.ts';
import { totalsPerCurrency } from '../../core/model/currency-totals.ts';
import { useToday } from '../../kit/hooks/use-now.ts';
import { useOrganizationShown } from '../../kit/hooks/use-organizations.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { useNotShown } from '../../kit/parts/ConflictingIds.tsx';
import { StatusBadge } from '../../kit/parts/StatusBadge.tsx';
import type { StatementFile } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { shortDate } from '../../kit/ui/dates.ts';
import { Disclosure } from '../../kit/ui/Disclosure.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { Totals } from '../../kit/ui/Totals.tsx';
import { BillLink } from './BillLink.tsx';
import { FigureHead, useFirstRows } from './FigureTable.tsx';
import {
  formatDifference,
  matchAmounts,
  matchNotes,
  matchNumber,
  statementTable,
} from './statement-table.ts';
import type { Compared } from './use-statement.ts';

interface StatementResultProps extends Omit<Compared, 'kind'> {
  readonly statement: StatementFile;
}

/** Maximum number of line numbers to list. */
const MAX_NAMED = 8;

const isAlike = (match: StatementMatch): boolean =>
  match.kind === 'same' && differentDates(match) === null;

/** Results of a comparison, the most urgent first. */
export function StatementResult({ statement, lines, result }: StatementResultProps) {
  const { locale } = useShell();
  const today = useToday();
  const organization = useOrganizationShown();
  const notShown = useNotShown();
  const { matches, payments, assumed } = result;
  const text = messages.reports.statement;
  const unreadable = lines.skipped.filter(({ reason }) => reason === 'unreadable');
  const skipped = [
    ...lines.skipped,
    ...payments.map(({ line, number, cents, currency }): SkippedLine => {
      const amount = currency === null ? '' : formatMoney(cents, currency, locale);
      return { line, reason: 'payment', text: sayAll(' · ', [number ?? [], amount].flat()) };
    }),
  ].toSorted((left, right) => left.line - right.line);
  const groups = Map.groupBy(matches, ({ kind }) => kind);
  const agrees = unreadable.length === 0 && matches.every(isAlike);
  return (
    <div className="statement__result">
      {unreadable.length > 0 && (
        <Message
          sentence={{
            title: text.unreadable(unreadable.length),
            whatToDo: text.unreadableHint(formatLines(unreadable)),
          }}
        />
      )}
      <div className="statement__summary">
        <p role="status">
          {matches.length === 0 ? text.nothing : agrees ? text.agrees : formatCounts(groups)}
        </p>
        {matches.length > 0 && (
          <ExportMenu
            table={() =>
              statementTable({ statement, lines, result, organization, notShown, today, locale })
            }
          />
        )}
      </div>
      {lines.isReversed && <p className="faint">{text.reversed}</p>}
      {assumed !== null && matches.length > 0 && (
        <p className="faint">{text.assumed[assumed.from](assumed.currency)}</p>
      )}
      {matchKinds.map((kind) => {
        const own = groups.get(kind) ?? [];
        return own.length === 0 ? null : <Group key={kind} kind={kind} matches={own} />;
      })}
      {skipped.length > 0 && (
        <Disclosure title={text.skipped(skipped.length)} level={3}>
          <SkippedLines lines={skipped} />
        </Disclosure>
      )}
    </div>
  );
}

function formatLines(lines: readonly SkippedLine[]): string {
  const { lineOf } = messages.reports.statement;
  const named = lines.slice(0, MAX_NAMED).map(({ line }) => lineOf(line));
  return sayAll(', ', lines.length > MAX_NAMED ? [...named, '…'] : named);
}

function formatCounts(groups: ReadonlyMap<MatchKind, readonly StatementMatch[]>): string {
  const { kinds, group } = messages.reports.statement;
  const counts = matchKinds.flatMap((kind) => {
    const count = groups.get(kind)?.length ?? 0;
    return count === 0 ? [] : group(kinds[kind], count);
  });
  return sayAll(' · ', counts);
}

interface GroupProps {
  readonly kind: MatchKind;
  readonly matches: readonly StatementMatch[];
}

function Group({ kind, matches }: GroupProps) {
  const { locale } = useShell();
  const [rows, more] = useFirstRows(matches);
  const text = messages.reports.statement;
  const title = text.group(text.kinds[kind], matches.length);
  const totals = totalsPerCurrency(
    matches.map(({ line, hereCents, currency }) => ({
      currency,
      amountCents: line?.cents ?? hereCents ?? 0,
    })),
  );
  return (
    <Disclosure title={title} openAtFirst={!matches.every(isAlike)}>
      <div className="statement__lead">
        <p className="faint">{text.leads[kind]}</p>
        <Totals totals={totals} locale={locale} />
      </div>
      <div className="figures-scroll">
        <table className="figures statement__lines" aria-label={title}>
          <FigureHead
            texts={[text.number, text.date]}
            amounts={[text.there, text.here, text.difference]}
            more={[text.billHere]}
          />
          <tbody>
            {rows.map((match) => (
              <MatchRow key={match.line?.line ?? match.row?.bill.id} match={match} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </Disclosure>
  );
}

function MatchRow({ match }: { readonly match: StatementMatch }) {
  const { locale } = useShell();
  const today = useToday();
  const { line, row, likely } = match;
  const { there, here, difference } = matchAmounts(match);
  const date = line?.date ?? readPlainDate(row?.bill.date);
  const money = (amount: typeof there): string =>
    amount === null ? '' : formatMoney(amount.amountCents, amount.currency, locale);
  const text = messages.reports.statement;
  return (
    <tr>
      <th scope="row">
        <bdi>{matchNumber(match) ?? text.noNumber}</bdi>
        {line !== null && <span className="statement__line faint">{text.lineOf(line.line)}</span>}
      </th>
      <td>{date === null ? '' : shortDate(date, today, locale)}</td>
      <td className="amount">{money(there)}</td>
      <td className="amount">{money(here)}</td>
      <td className="amount">{formatDifference(difference, locale)}</td>
      <td>
        {matchNotes(match, today, locale).map((note) => (
          <span key={note} className="statement__line">
            {note}
          </span>
        ))}
        {row !== null && (
          <span className="statement__bill">
            <BillLink row={row} />
            <StatusBadge status={row.bill.status} />
          </span>
        )}
        {likely !== null && (
          <span className="statement__bill">
            <BillLink row={likely} isLikely />
          </span>
        )}
      </td>
    </tr>
  );
}

function SkippedLines({ lines }: { readonly lines: readonly SkippedLine[] }) {
  const text = messages.reports.statement;
  const [rows, more] = useFirstRows(lines);
  return (
    <>
      <table className="figures" aria-label={text.skipped(lines.length)}>
        <tbody>
          {rows.map(({ line, reason, text: content }) => (
            <tr key={line}>
              <th scope="row">{text.lineOf(line)}</th>
              <td>{text.reasons[reason]}</td>
              <td>
                <bdi>{content}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  );
}
