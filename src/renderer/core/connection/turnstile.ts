import type { Clock } from '../../../base/clock.ts';

/** Work that a person waits for holds up what can wait for so long at most. */
const LONGEST_HOLD_MS = 5_000;

/** Lets work that can wait go on only while nothing that a person waits for is under way. */
export class Turnstile {
  readonly #clock: Pick<Clock, 'sleep'>;
  #urgent: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  /** Whoever comes to `pass` from now on waits for this work, however it ends; where it does not, five seconds. */
  hold(work: Promise<unknown>): void {
    const over = new AbortController();
    const end = (): void => over.abort();
    work.then(end, end);
    // Ends with the work too.
    const held = this.#clock.sleep(LONGEST_HOLD_MS, over.signal);
    this.#urgent = Promise.all([this.#urgent, held]);
  }

  async pass(): Promise<void> {
    await this.#urgent;
  }
}
