import type { CDPSession, Page } from '@playwright/test';
import type { Observed } from './in-page.ts';

/** A running CPU profile of the page. */
export interface Profiling {
  /** Ends the profile. Returns the function behind each task: "name (file:line)". */
  name(tasks: readonly Pick<Observed, 'startMs' | 'durationMs'>[]): Promise<readonly string[]>;
}

const US_PER_MS = 1_000;
const SAMPLES_US = 1_000;

export async function startProfile(page: Page): Promise<Profiling> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Profiler.enable');
  await devTools.send('Profiler.setSamplingInterval', { interval: SAMPLES_US });
  await devTools.send('Profiler.start');
  const markedMs = await page.evaluate(markProfile);
  return {
    name: async (tasks) => {
      const { profile } = await devTools.send('Profiler.stop');
      await devTools.detach();
      const stacks = stacksOf(profile);
      // The profile's clock is another than the page's.
      const mark = stacks.find(({ stack }) =>
        stack.some((name) => name.startsWith(markProfile.name)),
      );
      const offsetUs = (mark?.atUs ?? profile.startTime) - markedMs * US_PER_MS;
      return tasks.map(({ startMs, durationMs }) => {
        const fromUs = startMs * US_PER_MS + offsetUs;
        const toUs = fromUs + durationMs * US_PER_MS;
        return deepestShared(
          stacks.filter(({ atUs }) => fromUs <= atUs && atUs <= toUs).map(({ stack }) => stack),
        );
      });
    },
  };
}

/** Runs in the page, long enough to be in a profile. Returns the time it began, milliseconds of `performance.now()`. */
function markProfile(): number {
  const MARK_MS = 20;
  const beganMs = performance.now();
  while (performance.now() - beganMs < MARK_MS);
  return beganMs;
}

type Profile = Awaited<ReturnType<CDPSession['send']>> & {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
};

/** One stack for each sample, from the outermost function to the innermost. */
function stacksOf(profile: Profile) {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes)
    for (const child of children) parents.set(child, id);
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      functionName === '' || url === ''
        ? functionName
        : `${functionName} (${url.split('/').at(-1)}:${lineNumber + 1})`,
    ]),
  );
  let atUs = profile.startTime;
  return (profile.samples ?? []).map((sample, at) => {
    atUs += profile.timeDeltas?.[at] ?? 0;
    const stack: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id))
      stack.unshift(names.get(id) ?? '');
    return { atUs, stack };
  });
}

const isFunction = (name: string): boolean => name !== '' && !name.startsWith('(');

/**
 * The innermost named function that more than half of the samples have in common. Samples of the browser itself count
 * only if there are no others: style, layout and paint have no name.
 */
function deepestShared(all: readonly (readonly string[])[]): string {
  const stacks = all.filter((stack) => stack.some(isFunction));
  if (stacks.length === 0) return all.length === 0 ? 'unknown' : 'the browser itself';
  let [found, depth] = ['several', 0];
  for (let left: typeof all = stacks; ; depth++) {
    const next = Map.groupBy(
      left.filter((stack) => stack.length > depth),
      (stack) => stack[depth] ?? '',
    );
    const [name, most = []] =
      [...next].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (name === undefined || most.length * 2 <= stacks.length) return found;
    if (isFunction(name)) found = name;
    left = most;
  }
}
