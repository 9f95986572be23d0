import * as z from '../../base/zod.ts';
import type { DocumentStore, Log } from '../ports.ts';

const rectangleSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
});
export type Rectangle = Readonly<z.infer<typeof rectangleSchema>>;

const desktopStateSchema = z.object({
  version: z.literal(1),
  /** Last bounds of the window, in display-independent pixels; null before it was first moved. */
  bounds: z.nullable(rectangleSchema),
  maximized: z.boolean(),
  /** Port of the sample company's service, so that later starts use it again. */
  samplePort: z.nullable(z.int().check(z.minimum(1), z.maximum(65_535))),
  /** The window shows nothing until it is unlocked. */
  locked: z._default(z.boolean(), false),
  /** Billfold has explained once that it keeps running after its window is closed. */
  toldOfBackground: z._default(z.boolean(), false),
  /** Ids of connections that the policy removed while approvals of them may have been unfinished. */
  removedConnections: z._default(z.array(z.string()), []),
});
export type DesktopState = Readonly<z.infer<typeof desktopStateSchema>>;

const FRESH: DesktopState = {
  version: 1,
  bounds: null,
  maximized: false,
  samplePort: null,
  locked: false,
  toldOfBackground: false,
  removedConnections: [],
};

/** State of the window and the sample service on this computer. Losing it is only a nuisance. */
export function createDesktopState(store: DocumentStore, log: Log) {
  let state = load(store, log);
  return {
    get: (): DesktopState => state,
    update: (change: Partial<DesktopState>): void => {
      state = { ...state, ...change };
      const written = store.write(state);
      if (!written.ok) log.warn('desktop: state not saved', { problem: written.error });
    },
  };
}

function load(store: DocumentStore, log: Log): DesktopState {
  const stored = store.read();
  if (!stored.ok) {
    log.warn('desktop: state unreadable, using defaults', { problem: stored.error });
    return FRESH;
  }
  if (stored.value === null) return FRESH;
  const parsed = desktopStateSchema.safeParse(stored.value);
  if (parsed.success) return parsed.data;
  log.warn('desktop: state invalid, using defaults', { issues: parsed.error.issues });
  return FRESH;
}
