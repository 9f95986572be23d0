import type { Clock } from '../../../base/clock.ts';

/** Longest time that work the user waits for delays other work. */
const LONGEST_HOLD_MS = 5_000;

/** Delays background work while work that the user waits for is under way. */
export class Turnstile {
  readonly #clock: Pick<Clock, 'sleep'>;
  #urgent: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  /** Makes later calls of `pass` wait until this work ends, at most five seconds. */
  hold(work: Promise<unknown>): void {
    const over = new AbortController();
    const end = (): void => over.abort();
    work.then(end, end);
    // This wait ends with the work, too.
    const held = this.#clock.sleep(LONGEST_HOLD_MS, over.signal);
    this.#urgent = Promise.all([this.#urgent, held]);
  }

  async pass(): Promise<void> {
    await this.#urgent;
  }
}
