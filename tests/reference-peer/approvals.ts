import { isOwed, type RecordedBill, type Records } from './records.ts';
import { delayMs, labelOf, type ApproveAnswer } from './grammar.ts';
import { render } from './render.ts';
import { jsonText } from './odd-bills.ts';
import type { Readings } from './readings.ts';
import { answer, withHeaders, type Answer, type HeaderValues } from './wire.ts';

/** A PATCH that arrived, whatever its result. */
export interface LedgerLine {
  readonly atMs: number;
  readonly path: string;
  readonly organizationId: string;
  /** Null when the path names no bill. */
  readonly billId: string | null;
  /** The whole bill when the PATCH arrived; null for none. */
  readonly content: RecordedBill | null;
  /** Whether the bill was marked as approved for payment. */
  applied: boolean;
  /** The answer's label, such as "approve 503 html applied". */
  answeredWith: string;
}

export type ChooseApproval = (billId: string) => ApproveAnswer | null;

export interface Approvals {
  /** Handles PATCH /api/v1/bills/:id/approve, or any other path. */
  patch(path: string, organizationId: string, quotaHeaders: () => HeaderValues): Promise<Answer>;
  answerWith(choose: ChooseApproval | null): void;
  ledger(): readonly LedgerLine[];
}

const CHANGED_AMOUNT = { total_cents: 99_999_900, amount_due_cents: 99_999_900 };

export function createApprovals(deps: {
  readonly records: Records;
  readonly readings: Readings;
  readonly nowMs: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly count: (name: string) => void;
}): Approvals {
  const { records, readings, nowMs, count } = deps;
  const ledger: LedgerLine[] = [];
  let choose: ChooseApproval | null = null;

  const apply = (line: LedgerLine): void => {
    line.applied = true;
    const { organizationId, billId } = line;
    const { approvedBecomes } = readings;
    if (approvedBecomes === 'same' || billId === null || !records.find(organizationId, billId))
      return;
    if (approvedBecomes === 'paid') return records.pay(billId);
    const approvedAt = new Date(nowMs()).toISOString();
    records.changeBill(billId, { approval_state: 'approved', approved_at: approvedAt });
  };

  /** Refusal when there is no bill to approve; else null. */
  const refusal = ({ billId, content }: LedgerLine): readonly [number, string] | null => {
    if (billId === null) return [404, 'There is nothing here.'];
    if (content === null) return [404, 'There is no such bill.'];
    return isOwed(content) ? null : [422, `This bill is ${content.status}.`];
  };

  const answerPlainly = (line: LedgerLine, bill: RecordedBill): Answer => {
    apply(line);
    line.answeredWith = `approve 200 ${readings.approves} applied`;
    const now = records.find(line.organizationId, bill.id) ?? bill;
    if (readings.approves === 'none') return answer(204);
    return answer(200, jsonText(readings.approves === 'bill' ? now : { data: now }));
  };

  const answerAsDrawn = async (
    line: LedgerLine,
    bill: RecordedBill,
    drawn: ApproveAnswer,
    quotaHeaders: () => HeaderValues,
  ): Promise<Answer> => {
    line.answeredWith = labelOf('approve', drawn);
    for (const name of [line.answeredWith, `approve headers ${drawn.headers}`]) count(name);
    count(`approve timing ${drawn.timing}`);
    if (delayMs[drawn.timing] > 0) await deps.sleep(delayMs[drawn.timing]);
    // Simulates a change at the last moment. An amount that the records never had would be a lie.
    if (drawn.body === 'changedAmount') records.changeBill(bill.id, CHANGED_AMOUNT);
    if (drawn.applied) apply(line);
    const now = records.find(line.organizationId, bill.id) ?? bill;
    const other = records.bills(line.organizationId).find(({ id }) => id !== bill.id) ?? null;
    const [given, atMs] = [quotaHeaders(), nowMs()];
    return render(drawn, { quotaHeaders: given, nowMs: atMs, bill: now, other, rows: now });
  };

  return {
    patch: async (path, organizationId, quotaHeaders) => {
      const billId = billIdIn(path);
      const content = billId === null ? null : records.find(organizationId, billId);
      const [atMs, applied, answeredWith] = [nowMs(), false, 'nothing yet'];
      const line = { atMs, path, organizationId, billId, content, applied, answeredWith };
      ledger.push(line);
      const refused = refusal(line);
      if (refused === null && content !== null) {
        const drawn = choose?.(content.id) ?? null;
        if (drawn !== null) return answerAsDrawn(line, content, drawn, quotaHeaders);
        return withHeaders(answerPlainly(line, content), quotaHeaders());
      }
      const [status, error] =
        billId === null && readings.catchesAll ? [200, 'nothing'] : (refused ?? [404, 'nothing']);
      line.answeredWith = `approve ${status} ${billId === null ? 'no route' : 'refused'}`;
      count(line.answeredWith);
      const body = status === 200 ? { ok: true } : { error };
      return withHeaders(answer(status, body), quotaHeaders());
    },
    answerWith: (chooser) => {
      choose = chooser;
    },
    ledger: () => ledger,
  };
}

/** The bill in a path; null unless it is a bill's approve path. */
function billIdIn(path: string): string | null {
  const [, text] = /^\/api\/v1\/bills\/([^/]+)\/approve$/.exec(path) ?? [];
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
