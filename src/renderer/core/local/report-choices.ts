import * as z from '../../../base/zod.ts';
import { createObservable, type Observable } from '../../../base/observable.ts';
import { createSerial } from '../../../base/serial.ts';
import { columnRoles } from '../model/column-role.ts';
import { openJson } from '../cipher.ts';
import { tryTwice, type IndexedDbPort } from '../indexed-db.ts';
import {
  createLocalDatabase,
  type LocalDatabase,
  type SealedConnection,
} from './local-database.ts';

const layoutSchema = z.object({
  signature: z.array(z.string()),
  columns: z.partialRecord(z.enum(columnRoles), z.int()),
  /** Order of day and month that the user chose for ambiguous dates. */
  dayOrder: z._default(z.nullable(z.enum(['dayFirst', 'monthFirst'])), null),
});

const choicesSchema = z.object({
  /** Cents that the user wants to spend, by currency. */
  budgets: z._default(z.record(z.string(), z.int()), {}),
  /** Ids of bills to pay first. */
  pinnedBills: z._default(z.array(z.string()), []),
  /** Vendors to pay first, from `vendorKey`. */
  pinnedVendors: z._default(z.array(z.string()), []),
  /** Columns of the statements of each vendor, by `vendorForm`. */
  layouts: z._default(z.record(z.string(), layoutSchema), {}),
});

/** The user's choices for the cash planner and vendor statements of one connection, on this computer only. */
export type ReportChoices = Readonly<z.infer<typeof choicesSchema>>;

export interface SavedReportChoices {
  /** Has no choices until they have been read. */
  readonly current: Observable<ReportChoices>;
  /** Shows the change at once, and saves it. A full disk is reported, and the change lasts until Billfold closes. */
  change(part: (now: ReportChoices) => Partial<ReportChoices>): void;
}

export interface LiveReportChoices extends SavedReportChoices {
  /** Connection whose bills are on screen; null for none. */
  switchConnection(connection: SealedConnection | null): void;
  /** Resolves when all changes so far are on disk, or could not be written. */
  settled(): Promise<void>;
  close(): void;
}

export interface ReportChoicesDeps {
  readonly idb: IndexedDbPort;
  onFault(problem: unknown): void;
}

const none: ReportChoices = choicesSchema.parse({});
const PLACE = ['choices', 'reports'] as const;

/** Keeps the choices in one sealed row. Choices that can't be opened are replaced by the next change. */
export function createReportChoices({ idb, onFault }: ReportChoicesDeps): LiveReportChoices {
  const current = createObservable(none);
  const inOrder = createSerial();
  let open: (SealedConnection & { readonly database: LocalDatabase }) | null = null;

  const inTurn = (work: (mine: NonNullable<typeof open>) => Promise<void>): void => {
    const mine = open;
    if (mine === null) return;
    void inOrder(() => work(mine)).catch((problem: unknown) => mine === open && onFault(problem));
  };

  const leave = (): void => {
    inTurn(async ({ database }) => database.close());
    open = null;
    current.set(none);
  };

  return {
    current,
    change: (part) =>
      inTurn(async (mine) => {
        if (mine !== open) return;
        const next = { ...current.get(), ...part(current.get()) };
        current.set(next);
        const sealed = await mine.cipher.seal(PLACE, JSON.stringify(next));
        await mine.database.choices.put({ id: 'reports', sealed });
      }),
    switchConnection: (connection) => {
      if ((connection?.connectionId ?? null) === (open?.connectionId ?? null)) return;
      leave();
      if (connection === null) return;
      open = { ...connection, database: createLocalDatabase(connection.connectionId, idb) };
      inTurn(async (mine) => {
        const row = await tryTwice(async () => {
          if (!mine.database.isOpen()) await mine.database.open();
          return mine.database.choices.get('reports');
        });
        const read = choicesSchema.safeParse(await openJson(mine.cipher, PLACE, row)).data;
        if (mine === open && read) current.set(read);
      });
    },
    settled: () => inOrder(async () => undefined),
    close: leave,
  };
}
