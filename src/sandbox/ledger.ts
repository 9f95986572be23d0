import * as z from '../base/zod.ts';

/** One application of approve: a bill that appears twice was approved twice. */
export const appliedApprovalSchema = z.object({
  organizationId: z.string(),
  billId: z.string(),
  /** True time, epoch milliseconds. */
  atMs: z.number(),
  /** Whose sign-in it was. */
  signInId: z.string(),
  /** Which access token of that sign-in, counted from 1. */
  tokenNumber: z.int(),
  /** What the bill was when it was approved. */
  totalCents: z.number(),
  amountDueCents: z.number(),
});
export type AppliedApproval = Readonly<z.infer<typeof appliedApprovalSchema>>;

/** One request that reached the service. No token, code or secret is kept. */
const seenRequestSchema = z.object({
  number: z.int(),
  atMs: z.number(),
  method: z.string(),
  path: z.string(),
  /** The query of an API request with its question mark, or empty; never that of an OAuth request. */
  query: z.string(),
  /** Null when the connection was dropped before an answer. */
  status: z.nullable(z.int()),
  signInId: z.nullable(z.string()),
  /** Kinds of the faults it met. */
  faults: z.array(z.string()),
});
type SeenRequest = Readonly<z.infer<typeof seenRequestSchema>>;

export const ledgerViewSchema = z.object({
  /** In the order they were applied. */
  approvals: z.array(appliedApprovalSchema),
  /** How often each bill was approved. */
  timesApproved: z.record(z.string(), z.int()),
  /** The latest requests, oldest first. */
  requests: z.array(seenRequestSchema),
  requestCount: z.int(),
  /** How many requests were answered with 429. */
  rateLimited: z.int(),
});
export type LedgerView = Readonly<z.infer<typeof ledgerViewSchema>>;

export interface Ledger {
  applied(approval: AppliedApproval): void;
  seen(request: Omit<SeenRequest, 'number'>): void;
  view(): LedgerView;
}

/** Older requests are forgotten past this many; their count is kept. */
const REQUESTS_KEPT = 20_000;

/** What the service did, for tests and the demo to ask. */
export function createLedger(approvalsBefore: readonly AppliedApproval[]): Ledger {
  const approvals = [...approvalsBefore];
  const requests: SeenRequest[] = [];
  let requestCount = 0;
  let rateLimited = 0;
  return {
    applied: (approval) => void approvals.push(approval),
    seen: (request) => {
      requests.push({ number: ++requestCount, ...request });
      if (request.status === 429) rateLimited += 1;
      if (requests.length > REQUESTS_KEPT * 2) requests.splice(0, REQUESTS_KEPT);
    },
    view: () => ({
      approvals: [...approvals],
      timesApproved: countByBill(approvals),
      requests: requests.slice(-REQUESTS_KEPT),
      requestCount,
      rateLimited,
    }),
  };
}

function countByBill(approvals: readonly AppliedApproval[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { billId } of approvals) counts[billId] = (counts[billId] ?? 0) + 1;
  return counts;
}
