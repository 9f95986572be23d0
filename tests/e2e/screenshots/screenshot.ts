import type { Stage } from './stage.ts';

/** One screen in one state, as a user can come to see it. */
export interface Screenshot {
  /** Name of its picture, without theme and ending. */
  readonly name: string;
  /** The components it is the screenshot of: each screen, dialog, menu and message has one. */
  readonly shows: readonly string[];
  /** It is the screenshot of bills being read; all others wait until that is over. */
  readonly whileReading?: boolean;
  /** From the screenshot before it. */
  reach(stage: Stage): Promise<void>;
  /** Puts away what would be in the way of the next screenshot. */
  leave?(stage: Stage): Promise<void>;
}

/** Looks that follow one another in one app. */
export interface Scene {
  readonly name: string;
  /** Options of its sandbox. */
  readonly sandbox: Readonly<Record<string, string>>;
  /** Before the first screenshot: seed data, faults, the start of the app. */
  open(stage: Stage): Promise<void>;
  readonly screenshots: readonly Screenshot[];
}
