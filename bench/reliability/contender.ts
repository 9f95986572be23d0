/** Where one approval ended. */
export interface Fate {
  /** The app told the user that it keeps the approval, or that it is sent. */
  readonly isAcknowledged: boolean;
  /** How often the service applied it. */
  readonly applied: number;
  /** What the user is told of it at the end; `failed` also when it was told at any time before. */
  readonly shown: 'waiting' | 'failed' | 'inDoubt' | null;
}

/** A queue under test: an app with a user in front of it and a service behind it. */
export interface Contender {
  readonly name: string;
  /** Starts the app, on the profile of the run before. */
  start(): Promise<void>;
  /** SIGKILL to all of it. */
  kill(): Promise<void>;
  /** The user's click. Does not wait for what comes of it. */
  approve(bill: number): Promise<void>;
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Waits until nothing waits any more, or no longer than `limitMs`. */
  drain(limitMs: number): Promise<void>;
  /** One for each bill, in order. */
  fates(): Promise<readonly Fate[]>;
  close(): Promise<void>;
}
