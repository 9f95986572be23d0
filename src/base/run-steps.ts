/** Runs the steps with a pause after each, so that the window stays responsive. Null once the signal is aborted. */
export function runSteps<Result>(
  steps: Generator<unknown, Result>,
  pause: () => Promise<void>,
): Promise<Result>;
export function runSteps<Result>(
  steps: Generator<unknown, Result>,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<Result | null>;
export async function runSteps<Result>(
  steps: Generator<unknown, Result>,
  pause: () => Promise<void>,
  signal?: AbortSignal,
): Promise<Result | null> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
    if (signal?.aborted) return null;
  }
}
