/**
 * Processor time of actions: time of the page's main thread from the key or click to the frame that shows its
 * result. Other work on the machine affects this much less than the elapsed time.
 */
import type { Page } from '@playwright/test';
import { z } from 'zod';

const eventSchema = z.object({
  name: z.string(),
  cat: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** `ts` is microseconds of the clock, `tdur` of the thread. */
  ts: z.number(),
  dur: z.number().default(0),
  tdur: z.number().default(0),
});
type TraceEvent = z.infer<typeof eventSchema>;

/** Kinds of the browser's work, by event name. Other events count as part of the one around them. */
const kinds: Readonly<Record<string, string>> = {
  FunctionCall: 'script',
  EventDispatch: 'script',
  RunMicrotasks: 'script',
  FireAnimationFrame: 'script',
  TimerFire: 'script',
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
  MinorGC: 'collection',
  MajorGC: 'collection',
};

const US_PER_MS = 1_000;

/**
 * @param act marks with `performance.mark` where each action begins (`act`) and is `painted` @returns
 * milliseconds of each
 */
export async function processorOf(
  page: Page,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  const events = await traced(page, act);
  const marks = events.filter(({ cat }) => cat.includes('blink.user_timing'));
  const [first] = marks;
  const tasks = withoutInner(
    events.filter(({ ph, pid, tid }) => ph === 'X' && pid === first?.pid && tid === first.tid),
  );
  const sums = new Map<string, number>();
  const acts = marks.flatMap((mark, at) => {
    const end = marks[at + 1];
    if (mark.name !== 'act' || end?.name !== 'painted') return [];
    let us = 0;
    for (const { event, kind, ownUs } of tasks) {
      if (event.ts + event.dur < mark.ts || event.ts >= end.ts) continue;
      us += ownUs;
      sums.set(kind, (sums.get(kind) ?? 0) + ownUs);
    }
    return [us / US_PER_MS];
  });
  const split = [...sums].map(
    ([kind, us]) => `${kind} ${(us / US_PER_MS / acts.length).toFixed(1)}`,
  );
  console.error(`    mean of ${acts.length}, ms: ${split.join(', ')}`);
  return acts;
}

/** A task of the page's main thread. Times are milliseconds, `startMs` of `performance.now()`. */
export interface ProcessorTask {
  readonly startMs: number;
  readonly durationMs: number;
  readonly processorMs: number;
}

/** Tasks of the page's main thread during the work. */
export async function tasksDuring(
  page: Page,
  work: () => Promise<unknown>,
): Promise<readonly ProcessorTask[]> {
  let markedMs = 0;
  const events = await traced(page, async () => {
    markedMs = await page.evaluate(() => performance.mark('act').startTime);
    await work();
  });
  const mark = events.find(({ cat, name }) => cat.includes('blink.user_timing') && name === 'act');
  return events
    .filter(
      ({ name, pid, tid }) => name.endsWith('RunTask') && pid === mark?.pid && tid === mark.tid,
    )
    .map(({ ts, dur, tdur }) => ({
      startMs: markedMs + (ts - (mark?.ts ?? 0)) / US_PER_MS,
      durationMs: dur / US_PER_MS,
      processorMs: tdur / US_PER_MS,
    }));
}

/** Events of the page during the actions, in order. */
async function traced(page: Page, act: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
  const devTools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devTools.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const known = eventSchema.safeParse(event).data;
      if (known) events.push(known);
    }
  });
  const ended = new Promise((done) => devTools.once('Tracing.tracingComplete', done));
  const includedCategories = ['devtools.timeline', 'toplevel', 'v8', 'blink.user_timing'];
  await devTools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  await act();
  await devTools.send('Tracing.end');
  await ended;
  await devTools.detach();
  return events.toSorted((left, right) => left.ts - right.ts || right.dur - left.dur);
}

/** Events with their own time only, without the events inside them. */
function withoutInner(events: readonly TraceEvent[]) {
  const open: { readonly event: TraceEvent; readonly kind: string; ownUs: number }[] = [];
  return events.map((event) => {
    const isOver = ({ event: { ts, dur } }: { readonly event: TraceEvent }): boolean =>
      ts + dur <= event.ts;
    for (let last = open.at(-1); last && isOver(last); last = open.at(-1)) open.pop();
    const outer = open.at(-1);
    if (outer) outer.ownUs -= event.tdur;
    const own = { event, kind: kinds[event.name] ?? outer?.kind ?? 'other', ownUs: event.tdur };
    open.push(own);
    return own;
  });
}
