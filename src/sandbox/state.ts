import * as z from '../base/zod.ts';
import { billStatuses } from '../contract/wire-names.ts';
import { appliedApprovalSchema } from './ledger.ts';
import { grantsStateSchema } from './oauth/grants.ts';

/** Stores the sandbox's state between runs. */
export interface StateStore {
  /** The last written state, or null. */
  read(): unknown;
  /** Writes the state so that it survives a crash. @throws when it could not be written */
  write(state: SandboxState): void;
  /** Renames the file that `read` returned: it is not ours, or has another version. */
  quarantine(): void;
}

const sandboxBillSchema = z.object({
  id: z.string(),
  object: z.literal('bill'),
  bill_number: z.string(),
  status: z.enum(billStatuses),
  date: z.string(),
  due_date: z.string(),
  currency: z.string(),
  total_cents: z.number(),
  amount_due_cents: z.number(),
  memo: z.string(),
  vendor: z.object({ id: z.string(), name: z.string(), category: z.string() }),
  created_at: z.string(),
});

/** Version 1: sign-ins and tokens as hashes, approvals, and the bills that differ from the sample. */
const sandboxStateSchema = z.object({
  version: z.literal(1),
  /** The day for which the sample companies were made; later runs make the same ones. */
  today: z.iso.date(),
  grants: grantsStateSchema,
  approvals: z.array(appliedApprovalSchema),
  changes: z.array(
    z.object({
      organizationId: z.string(),
      billId: z.string(),
      bill: z.nullable(sandboxBillSchema),
    }),
  ),
});
export type SandboxState = z.infer<typeof sandboxStateSchema>;

/** The state of the last run; null when there is no usable one. */
export function readState(store: StateStore | null): SandboxState | null {
  const stored = store?.read() ?? null;
  if (stored === null) return null;
  const parsed = sandboxStateSchema.safeParse(stored);
  if (parsed.success) return parsed.data;
  store?.quarantine();
  return null;
}
