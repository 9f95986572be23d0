/** Lets work that can wait go on only while nothing that a person waits for is under way. */
export class Turnstile {
  #urgent: Promise<unknown> = Promise.resolve();

  /** Whoever comes to `pass` from now on waits for this work, however it ends. */
  hold(work: Promise<unknown>): void {
    this.#urgent = Promise.allSettled([this.#urgent, work]);
  }

  async pass(): Promise<void> {
    await this.#urgent;
  }
}
