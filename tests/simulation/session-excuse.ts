import type { Exchange } from './network.ts';

/** Why a session may be over although nobody ended it in the window. */
export interface SessionExcuse {
  excuse(why: string): void;
  /** What was written on a full disk, or was not, comes out at any later start. */
  excuseForGood(why: string): void;
  /** A sign-in begins: once it has succeeded, what was before it excuses nothing any more. */
  signInBegins(): void;
  signInSucceeded(): void;
  tokenLeft(exchange: Exchange): void;
  tokenEnded(exchange: Exchange, isAnswered: boolean): void;
  mainDied(): void;
  /** Null when there is no reason. */
  why(): string | null;
}

/** Longer than this Billfold does not wait for the token endpoint. */
const PATIENCE_MS = 25_000;

export function createSessionExcuse(deps: {
  readonly nowMs: () => number;
  /** How many fresh tokens the service has let die. */
  readonly tokensDied: () => number;
}): SessionExcuse {
  const { nowMs } = deps;
  const underWay = new Set<Exchange>();
  let lastEndedMs = -1;
  let why: string | null = null;
  let isNew = false;
  let forGood: string | null = null;

  const excuse = (reason: string): void => {
    why = reason;
    isNew = true;
  };
  const isLate = ({ leftMs }: Exchange): boolean => nowMs() - leftMs > PATIENCE_MS;

  return {
    excuse,
    excuseForGood: (reason) => {
      forGood = reason;
    },
    signInBegins: () => {
      isNew = false;
    },
    signInSucceeded: () => {
      if (!isNew) why = null;
    },
    tokenLeft: (exchange) => void underWay.add(exchange),
    tokenEnded: (exchange, isAnswered) => {
      underWay.delete(exchange);
      lastEndedMs = nowMs();
      // The service has taken the old refresh token, and Billfold never got the new one.
      if (exchange.arrived && (!isAnswered || isLate(exchange))) excuse('a refresh was lost');
    },
    mainDied: () => {
      if (underWay.size > 0 || lastEndedMs === nowMs()) excuse('main died during a refresh');
    },
    why: () => {
      // A fresh token that is refused as well ends the session by the rules.
      if (deps.tokensDied() > 1) return 'a fresh token was refused';
      if (forGood !== null || why !== null) return forGood ?? why;
      const isLost = [...underWay].some((each) => each.arrived && isLate(each));
      return isLost ? 'the answer to a refresh is late' : null;
    },
  };
}
