import * as z from '../base/zod.ts';

/** One applied approval. A bill that appears twice was approved twice. */
export const appliedApprovalSchema = z.object({
  organizationId: z.string(),
  billId: z.string(),
  /** True time, epoch milliseconds. */
  atMs: z.number(),
  /** Id of the sign-in. */
  signInId: z.string(),
  /** Number of the access token within that sign-in, from 1. */
  tokenNumber: z.int(),
  /** Amounts of the bill when it was approved, hundredths. */
  totalCents: z.number(),
  amountDueCents: z.number(),
});
export type AppliedApproval = Readonly<z.infer<typeof appliedApprovalSchema>>;

/** One request that reached the service, without token, code or secret. */
const seenRequestSchema = z.object({
  number: z.int(),
  atMs: z.number(),
  method: z.string(),
  path: z.string(),
  /** Query of an API request including its question mark, or empty. Queries of OAuth requests are never stored. */
  query: z.string(),
  /** Null when the connection was dropped before an answer. */
  status: z.nullable(z.int()),
  signInId: z.nullable(z.string()),
  /** Kinds of the faults it met. */
  faults: z.array(z.string()),
});
type SeenRequest = Readonly<z.infer<typeof seenRequestSchema>>;

export const ledgerViewSchema = z.object({
  /** Approvals in the order they were applied. */
  approvals: z.array(appliedApprovalSchema),
  /** Number of approvals per bill id. */
  timesApproved: z.record(z.string(), z.int()),
  /** The latest requests, oldest first. */
  requests: z.array(seenRequestSchema),
  requestCount: z.int(),
  /** Number of requests answered with 429. */
  rateLimited: z.int(),
});
export type LedgerView = Readonly<z.infer<typeof ledgerViewSchema>>;

export interface Ledger {
  applied(approval: AppliedApproval): void;
  seen(request: Omit<SeenRequest, 'number'>): void;
  view(): LedgerView;
}

/** Maximum number of stored requests. Older ones are only counted. */
const REQUESTS_KEPT = 20_000;

/** Record of the service's actions, for tests and the demo. */
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
