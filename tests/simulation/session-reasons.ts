import type { Exchange } from './network.ts';

/** Why a session may be over although nobody ended it in the window. */
export interface SessionReasons {
  /** The service ended it, or left what cannot be told from that. */
  note(why: string): void;
  /** A sign-in begins: once it has succeeded, what was before it is no reason any more. */
  signInBegins(): void;
  signInSucceeded(): void;
  tokenLeft(exchange: Exchange): void;
  /** @param isKept the disk took the tokens that came; null when none came */
  tokenEnded(exchange: Exchange, isAnswered: boolean, isKept: boolean | null): void;
  mainDied(): void;
  /** Null when there is no reason. */
  why(): string | null;
}

/** Longer than this Billfold does not wait for the token endpoint. */
const PATIENCE_MS = 25_000;

export function createSessionReasons(deps: {
  readonly nowMs: () => number;
  /** How many fresh tokens the service has let die. */
  readonly tokensDied: () => number;
}): SessionReasons {
  const { nowMs } = deps;
  const underWay = new Set<Exchange>();
  let lastEndedMs = -1;
  let why: string | null = null;
  let isNew = false;
  /** The newest tokens are in memory alone, and those on disk are spent. */
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
      // The service has taken the old refresh token, and Billfold never got the new one.
      if (exchange.arrivedAtMs !== null && (!isAnswered || isLate(exchange)))
        note('a refresh was lost');
    },
    mainDied: () => {
      if (underWay.size > 0 || lastEndedMs === nowMs()) note('main died during a refresh');
      if (isUnkept) note('main died, and with it tokens the disk had not taken');
    },
    why: () => {
      // A fresh token that is refused as well ends the session by the rules.
      if (deps.tokensDied() > 1) return 'a fresh token was refused';
      if (why !== null) return why;
      const isLost = [...underWay].some((each) => each.arrivedAtMs !== null && isLate(each));
      return isLost ? 'the answer to a refresh is late' : null;
    },
  };
}
