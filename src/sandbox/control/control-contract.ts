import * as z from '../../base/zod.ts';
import { billStatuses } from '../../contract/wire-names.ts';
import { faultRuleSchema } from '../faults/fault.ts';
import { faultReportSchema } from '../faults/fault-plan.ts';
import { ledgerViewSchema } from '../ledger.ts';
import { sandboxSettingsPatchSchema, sandboxSettingsSchema } from '../settings.ts';

const text = z.exactOptional(z.string());
const cents = z.exactOptional(z.number());

/** The fields a test may set. */
const billFieldsSchema = z.object({
  bill_number: text,
  status: z.exactOptional(z.enum(billStatuses)),
  date: text,
  due_date: text,
  currency: text,
  total_cents: cents,
  amount_due_cents: cents,
  memo: text,
  vendor: z.exactOptional(z.object({ id: z.string(), name: z.string(), category: z.string() })),
});

/** A bill on the control port, with all fields the sandbox sends. */
const billViewSchema = z.looseObject({ id: z.string(), status: z.enum(billStatuses) });
const nothing = z.object({});
const done = z.object({ done: z.literal(true) });
const billId = z.object({ billId: z.string() });

/** Every command of the control port with its arguments and result. */
export const controlCommands = {
  ledger: { takes: nothing, gives: ledgerViewSchema },
  organizations: {
    takes: nothing,
    gives: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  bills: { takes: z.object({ organizationId: z.string() }), gives: z.array(billViewSchema) },
  addFault: { takes: faultRuleSchema, gives: z.object({ id: z.string() }) },
  removeFault: { takes: z.object({ id: z.string() }), gives: done },
  clearFaults: { takes: nothing, gives: done },
  faults: { takes: nothing, gives: z.array(faultReportSchema) },
  settings: { takes: nothing, gives: sandboxSettingsSchema },
  configure: { takes: sandboxSettingsPatchSchema, gives: sandboxSettingsSchema },
  changeBill: { takes: z.extend(billId, { fields: billFieldsSchema }), gives: billViewSchema },
  pay: { takes: z.extend(billId, { cents: z.exactOptional(z.int()) }), gives: billViewSchema },
  void: { takes: billId, gives: billViewSchema },
  removeBill: { takes: billId, gives: done },
  addBill: {
    takes: z.object({ organizationId: z.string(), fields: z.exactOptional(billFieldsSchema) }),
    gives: billViewSchema,
  },
  consumeQuota: { takes: z.object({ count: z.int().check(z.minimum(0)) }), gives: done },
  expireTokens: { takes: nothing, gives: done },
  revokeSignIns: { takes: nothing, gives: done },
  goUnreachable: { takes: nothing, gives: done },
  comeBack: { takes: nothing, gives: done },
} as const;
export type ControlCommand = keyof typeof controlCommands;
export type ControlTakes<Command extends ControlCommand> = z.input<
  (typeof controlCommands)[Command]['takes']
>;
