/**
 * The life of a session's tokens as a table of data: what happens in each state, for every event. The
 * refresher performs; nothing else decides.
 *
 *   absent ── signedIn ──▶ ready ── askedDue / renewNewest ──▶ refreshing ── refreshed ──▶ ready
 *   locked ── opened ────▶ ready ◀── failed (keeps the session) ──┘  └── refused ──▶ absent
 */

/**
 * - `absent`: no session.
 * - `locked`: a session is stored and its secrets were not opened yet.
 * - `ready`: tokens in memory.
 * - `refreshing`: one refresh is on its way.
 */
export const tokenStates = ['absent', 'locked', 'ready', 'refreshing'] as const;
export type TokenState = (typeof tokenStates)[number];

export const tokenEvents = [
  /** A stored session was found at start. */
  'restored',
  /** A code was exchanged. */
  'signedIn',
  /** The keyring opened the tokens. */
  'opened',
  /** A caller asks, and the token is good for minutes to come. */
  'askedFresh',
  /** A caller asks, and the token is within the early time of its end, or past it. */
  'askedDue',
  /** A caller needs a refresh, and the last one failed so recently that the next must wait. */
  'askedPaused',
  /** 401 to a token that is not the newest: somebody has refreshed since. */
  'renewOlder',
  /** 401 to the newest token. */
  'renewNewest',
  /** The access token is over, and the service gave no refresh token. */
  'spent',
  /** The token endpoint gave new tokens, and they are stored. */
  'refreshed',
  /** Anything but tokens and `invalid_grant` came of the refresh. */
  'failed',
  /** `invalid_grant`. */
  'refused',
  /** Sign-out, another connection, tokens that cannot be opened, or a fresh token refused. */
  'ended',
] as const;
export type TokenEvent = (typeof tokenEvents)[number];

/**
 * - `handOut`: answer with the token in memory.
 * - `open`: ask the keyring, then ask again.
 * - `refresh`: start the one refresh; `join`: wait for the one that runs.
 * - `adopt`: take the tokens given; `drop`: forget them; `end`: forget them and say why.
 * - `report`: answer with what kept the refresh from working.
 * - `deny`: answer that there is no session.
 * - `ignore`: an answer that came too late for anyone.
 */
export type TokenEffect =
  | 'handOut'
  | 'open'
  | 'refresh'
  | 'join'
  | 'adopt'
  | 'drop'
  | 'end'
  | 'report'
  | 'deny'
  | 'ignore';

interface Cell {
  readonly next: TokenState;
  readonly effect: TokenEffect;
}

const to = (next: TokenState, effect: TokenEffect): Cell => ({ next, effect });

export const tokenLifecycle: Readonly<Record<TokenState, Readonly<Record<TokenEvent, Cell>>>> = {
  absent: {
    restored: to('locked', 'ignore'),
    signedIn: to('ready', 'adopt'),
    opened: to('absent', 'ignore'),
    askedFresh: to('absent', 'deny'),
    askedDue: to('absent', 'deny'),
    askedPaused: to('absent', 'deny'),
    renewOlder: to('absent', 'deny'),
    renewNewest: to('absent', 'deny'),
    spent: to('absent', 'deny'),
    refreshed: to('absent', 'ignore'),
    failed: to('absent', 'ignore'),
    refused: to('absent', 'ignore'),
    ended: to('absent', 'ignore'),
  },
  locked: {
    restored: to('locked', 'ignore'),
    signedIn: to('ready', 'adopt'),
    opened: to('ready', 'adopt'),
    askedFresh: to('locked', 'open'),
    askedDue: to('locked', 'open'),
    askedPaused: to('locked', 'open'),
    renewOlder: to('locked', 'open'),
    renewNewest: to('locked', 'open'),
    spent: to('locked', 'open'),
    refreshed: to('locked', 'ignore'),
    failed: to('locked', 'ignore'),
    refused: to('locked', 'ignore'),
    ended: to('absent', 'drop'),
  },
  ready: {
    restored: to('ready', 'ignore'),
    signedIn: to('ready', 'adopt'),
    opened: to('ready', 'ignore'),
    askedFresh: to('ready', 'handOut'),
    askedDue: to('refreshing', 'refresh'),
    askedPaused: to('ready', 'report'),
    renewOlder: to('ready', 'handOut'),
    renewNewest: to('refreshing', 'refresh'),
    spent: to('absent', 'end'),
    refreshed: to('ready', 'ignore'),
    failed: to('ready', 'ignore'),
    refused: to('ready', 'ignore'),
    ended: to('absent', 'drop'),
  },
  refreshing: {
    restored: to('refreshing', 'ignore'),
    signedIn: to('ready', 'adopt'),
    opened: to('refreshing', 'ignore'),
    askedFresh: to('refreshing', 'join'),
    askedDue: to('refreshing', 'join'),
    askedPaused: to('refreshing', 'join'),
    renewOlder: to('refreshing', 'join'),
    renewNewest: to('refreshing', 'join'),
    spent: to('refreshing', 'join'),
    refreshed: to('ready', 'adopt'),
    failed: to('ready', 'report'),
    refused: to('absent', 'end'),
    ended: to('absent', 'drop'),
  },
};
