import type { OfferedRelease, UpdateProblem, UpdateState } from '../../bridge/updates.ts';

type Kind = UpdateState['kind'];
type StateOf<Name extends Kind> = Extract<UpdateState, { kind: Name }>;

/** Events of an update, with their data. */
export interface UpdateEvents {
  readonly switchOff: StateOf<'off'>['why'];
  readonly switchOn: null;
  readonly check: null;
  readonly nothingNewer: { readonly atMs: number };
  readonly checkFailed: { readonly atMs: number; readonly problem: UpdateProblem };
  /** There is a release, but another program or an administrator installs it. */
  readonly offer: OfferedRelease;
  readonly download: OfferedRelease;
  /** Downloaded part, 0 to 1. */
  readonly progress: number;
  readonly downloaded: null;
  /** The newest list no longer offers the release that is ready. */
  readonly pulled: null;
  /** Whether to install the update at quit. */
  readonly agree: boolean;
  readonly install: null;
  readonly fail: Omit<StateOf<'failed'>, 'kind'>;
}
export type UpdateEventName = keyof UpdateEvents;

type Row<From extends Kind> = {
  readonly [Name in UpdateEventName]?: (
    brought: UpdateEvents[Name],
    from: StateOf<From>,
  ) => UpdateState;
};

const off = (why: StateOf<'off'>['why']): UpdateState => ({ kind: 'off', why });
const checking = (): UpdateState => ({ kind: 'checking' });
const failed = (brought: UpdateEvents['fail']): UpdateState => ({ kind: 'failed', ...brought });

/**
 * All transitions of an update: state → event → next state. Events without an entry do nothing.
 * While a release is being installed, no event has one.
 *
 * ```mermaid
 * stateDiagram-v2
 *   off --> off: switchOff
 *   off --> idle: switchOn
 *   idle --> off: switchOff
 *   idle --> checking: check
 *   idle --> failed: fail
 *   checking --> off: switchOff
 *   checking --> idle: nothingNewer, checkFailed
 *   checking --> available: offer
 *   checking --> downloading: download
 *   available --> off: switchOff
 *   available --> checking: check
 *   downloading --> off: switchOff
 *   downloading --> downloading: progress
 *   downloading --> ready: downloaded
 *   downloading --> failed: fail
 *   ready --> off: switchOff
 *   ready --> checking: pulled
 *   ready --> ready: agree
 *   ready --> installing: install
 *   failed --> off: switchOff
 *   failed --> checking: check
 * ```
 */
const updateTable: { readonly [From in Kind]: Row<From> } = {
  off: {
    switchOff: off,
    switchOn: () => ({ kind: 'idle', checkedAtMs: null, problem: null }),
  },
  idle: { switchOff: off, check: checking, fail: failed },
  checking: {
    switchOff: off,
    nothingNewer: ({ atMs }) => ({ kind: 'idle', checkedAtMs: atMs, problem: null }),
    checkFailed: ({ atMs, problem }) => ({ kind: 'idle', checkedAtMs: atMs, problem }),
    offer: (release) => ({ kind: 'available', release }),
    download: (release) => ({ kind: 'downloading', release, part: 0 }),
  },
  available: { switchOff: off, check: checking },
  downloading: {
    switchOff: off,
    progress: (part, from) => (part === from.part ? from : { ...from, part }),
    downloaded: (_nothing, { release }) => ({ kind: 'ready', release, atQuit: false }),
    fail: failed,
  },
  ready: {
    switchOff: off,
    pulled: checking,
    agree: (atQuit, from) => ({ ...from, atQuit }),
    install: (_nothing, { release }) => ({ kind: 'installing', release }),
  },
  installing: {},
  failed: { switchOff: off, check: checking },
};

/** @returns the state after the event; the same object if the event does nothing */
export function applyUpdateEvent<Name extends UpdateEventName>(
  state: UpdateState,
  name: Name,
  brought: UpdateEvents[Name],
): UpdateState {
  // The row belongs to this state, but the types cannot follow the index.
  const row = updateTable[state.kind] as Row<Kind>;
  return row[name]?.(brought, state) ?? state;
}
