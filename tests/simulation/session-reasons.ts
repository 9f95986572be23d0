import type { Exchange } from './network.ts';

/** Reasons why a session may have ended although the user did not end it in the window. */
export interface SessionReasons {
  /** The service ended it, or behaved in a way that looks the same to Billfold. */
  note(why: string): void;
  /** A sign-in begins. Once it succeeds, earlier reasons no longer count. */
  signInBegins(): void;
  signInSucceeded(): void;
  tokenLeft(exchange: Exchange): void;
  /** @param isKept whether the disk accepted the tokens received; null when none were received */
  tokenEnded(exchange: Exchange, isAnswered: boolean, isKept: boolean | null): void;
  mainDied(): void;
  /** Null when there is no reason. */
  why(): string | null;
}

/** Longest time that Billfold waits for the token endpoint. */
const PATIENCE_MS = 25_000;

export function createSessionReasons(deps: {
  readonly nowMs: () => number;
  /** Number of fresh tokens that the service has invalidated. */
  readonly tokensDied: () => number;
}): SessionReasons {
  const { nowMs } = deps;
  const underWay = new Set<Exchange>();
  let lastEndedMs = -1;
  let why: string | null = null;
  let isNew = false;
  /** The newest tokens are only in memory, and those on disk are used up. */
  let isUnkept = false;

  const note = (reason: string): void => {
    why = reason;
    isNew = true;
  };
  const isLate = ({ leftMs }: Exchange): boolean => nowMs() - leftMs > PATIENCE_MS;

  return {
    note,
    signInBegins: () => {
      isNew = false;
    },
    signInSucceeded: () => {
      if (!isNew) why = null;
    },
    tokenLeft: (exchange) => void underWay.add(exchange),
    tokenEnded: (exchange, isAnswered, isKept) => {
      underWay.delete(exchange);
      lastEndedMs = nowMs();
      if (isKept !== null) isUnkept = !isKept;
      // The service has used up the old refresh token, but Billfold never got the new one.
      if (exchange.arrivedAtMs !== null && (!isAnswered || isLate(exchange)))
        note('a refresh was lost');
    },
    mainDied: () => {
      if (underWay.size > 0 || lastEndedMs === nowMs()) note('main died during a refresh');
      if (isUnkept) note('main died, and with it tokens the disk had not taken');
    },
    why: () => {
      // Two refused fresh tokens end the session by the rules.
      if (deps.tokensDied() > 1) return 'a fresh token was refused';
      if (why !== null) return why;
      const isLost = [...underWay].some((each) => each.arrivedAtMs !== null && isLate(each));
      return isLost ? 'the answer to a refresh is late' : null;
    },
  };
}
