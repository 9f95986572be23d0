import type { Stage } from './stage.ts';

/** One screen in a state that a user can reach. */
export interface Screenshot {
  /** Name of its picture, without theme and extension. */
  readonly name: string;
  /** Components it covers: each screen, dialog, menu and message needs one. */
  readonly shows: readonly string[];
  /** It shows bills being synced; all others wait until that is over. */
  readonly whileReading?: boolean;
  /** Goes there from the previous screenshot. */
  reach(stage: Stage): Promise<void>;
  /** Cleans up for the next screenshot. */
  leave?(stage: Stage): Promise<void>;
}

/** Consecutive screenshots in one app. */
export interface Scene {
  readonly name: string;
  /** Options of its sandbox. */
  readonly sandbox: Readonly<Record<string, string>>;
  /** Prepares the first screenshot: seed data, faults, the start of the app. */
  open(stage: Stage): Promise<void>;
  readonly screenshots: readonly Screenshot[];
}
