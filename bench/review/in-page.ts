/**
 * User actions, performed and timed inside the page: milliseconds from the key or click to the frame that shows
 * its result. Both are marked for the measurement of processor time. Each function runs in the page by itself,
 * so it contains everything it needs.
 */

/** Time at which the first bill was painted, epoch milliseconds. */
export async function firstBillMs(): Promise<number> {
  const mark = (): PerformanceEntry | undefined =>
    performance.getEntriesByName('billfold:first-bill')[0];
  while (mark() === undefined) await new Promise((frame) => requestAnimationFrame(frame));
  return performance.timeOrigin + (mark()?.startTime ?? 0);
}

/**
 * Waits until all bills are in memory and the page has been idle for a second.
 * @returns its long tasks since the first bill, milliseconds
 */
export async function longTasksUntilIdle(): Promise<readonly number[]> {
  const LONG_ENOUGH_MS = 1_000;
  const [first] = performance.getEntriesByName('billfold:first-bill');
  const tasks: number[] = [];
  let since = performance.now();
  const watch = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      since = performance.now();
      // The task that painted the bill is part of the start.
      if (startTime > (first?.startTime ?? 0)) tasks.push(duration);
    }
  });
  // Include tasks since the page began.
  watch.observe({ type: 'longtask', buffered: true });
  const isWhole = (): boolean => performance.getEntriesByName('billfold:all-bills').length > 0;
  while (!isWhole() || performance.now() - since < LONG_ENOUGH_MS) {
    await new Promise((frame) => requestAnimationFrame(frame));
  }
  watch.disconnect();
  return tasks;
}

/**
 * Types the word letter by letter. Returns the time of each until the list shows the matches.
 * @throws when the list marks no match: the word has none, or is not one to search for
 */
export async function timeTyping(word: string): Promise<readonly number[]> {
  const input = document.querySelector<HTMLInputElement>('.search__input');
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  // A message sent before a frame is painted arrives after it.
  const painted = (): Promise<void> =>
    new Promise((done) => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', () => done(), { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
  const shows = (text: string): boolean =>
    text === ''
      ? document.querySelector('[role=grid] mark') === null
      : // Two adjacent matches are marked as one: "oo" for "o".
        document.querySelector('[role=grid] mark')?.textContent?.toLowerCase().startsWith(text) ===
        true;
  const times: number[] = [];
  for (let letters = 1; letters <= word.length + 1; letters++) {
    const text = word.slice(0, letters > word.length ? 0 : letters);
    performance.mark('act');
    const begun = performance.now();
    setValue?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
    do {
      if (performance.now() - begun > 30_000) throw new Error(`The list marks no “${text}”.`);
      await new Promise((frame) => requestAnimationFrame(frame));
    } while (!shows(text));
    await painted();
    performance.mark('painted');
    times.push(performance.now() - begun);
    // As fast as a quick typist, with an idle list in between.
    await new Promise((later) => requestIdleCallback(later, { timeout: 120 }));
  }
  return times;
}

/** Milliseconds from the first letter to the first count of matches. Call it before typing. */
export async function firstCountMs(): Promise<number> {
  const said = (): string => document.querySelector('.list-header__count')?.textContent ?? '';
  const before = said();
  const isCounted = (): boolean => said() !== before && !said().endsWith('…');
  while (!isCounted()) await new Promise((frame) => requestAnimationFrame(frame));
  return performance.now() - (performance.getEntriesByName('act')[0]?.startTime ?? Number.NaN);
}

/** Presses a key this many times. Returns the time of each until the count above the list changes. */
export async function timeKey({
  key,
  times: count,
}: {
  readonly key: string;
  readonly times: number;
}): Promise<readonly number[]> {
  const grid = document.querySelector<HTMLElement>('[role=grid]');
  grid?.focus();
  const said = (): string | null | undefined =>
    document.querySelector('.list-header__count')?.textContent;
  const current = (): string | null | undefined => grid?.getAttribute('aria-activedescendant');
  const shown = (): string =>
    key === 'a'
      ? `${said()} ${document.querySelector('.detail__vendor')?.parentElement?.textContent}`
      : `${current()}`;
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    // A user takes this long to read a bill, and Billfold refuses earlier approvals.
    if (key === 'a') await new Promise((read) => setTimeout(read, 300));
    const before = shown();
    const saidBefore = said();
    performance.mark('act');
    const begun = performance.now();
    grid?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    while (shown() === before || (key === 'a' && said() === saidBefore)) {
      await new Promise((frame) => requestAnimationFrame(frame));
    }
    await new Promise((frame) => requestAnimationFrame(frame));
    performance.mark('painted');
    times.push(performance.now() - begun);
    await new Promise((later) => requestIdleCallback(later, { timeout: 300 }));
  }
  return times;
}

/** Scrolls to positions all over the list. Returns the time of each until its rows are there. */
export async function timeScrolling(count: number): Promise<readonly number[]> {
  const grid = document.querySelector<HTMLElement>('[role=grid]');
  const times: number[] = [];
  if (grid === null) return times;
  const isFilled = (): boolean => {
    const { left, top, width, height } = grid.getBoundingClientRect();
    const under = document.elementFromPoint(left + width / 3, top + height / 2);
    return under?.closest('.bill-row, .group-row') !== null;
  };
  for (let at = 0; at < count; at++) {
    const most = grid.scrollHeight - grid.clientHeight;
    performance.mark('act');
    const begun = performance.now();
    grid.scrollTop = Math.floor((most * ((at * 7) % count)) / count);
    await new Promise((frame) => requestAnimationFrame(frame));
    while (!isFilled()) await new Promise((frame) => requestAnimationFrame(frame));
    await new Promise((frame) => requestAnimationFrame(frame));
    performance.mark('painted');
    times.push(performance.now() - begun);
  }
  return times;
}

/** Chooses an entry of the open menu. Returns the time until the count or one of the first rows changes. */
export async function timeChoosing(words: string): Promise<number> {
  const entries = document.querySelectorAll<HTMLElement>('[role=menuitemradio], [role=option]');
  const entry = [...entries].find((item) => item.textContent?.startsWith(words));
  // Several rows, because two orders may begin with the same bill.
  const first = (): string =>
    ['2', '3', '4', '5', '6', '7']
      .map((at) => document.querySelector(`[role=row][aria-rowindex="${at}"]`)?.textContent)
      .join() + document.querySelector('.list-header__count')?.textContent;
  const before = first();
  performance.mark('act');
  const begun = performance.now();
  entry?.click();
  // The first bill may be the same in both orders; then the button shows the new order.
  while (first() === before && performance.now() - begun < 5_000)
    await new Promise((frame) => requestAnimationFrame(frame));
  await new Promise((frame) => requestAnimationFrame(frame));
  performance.mark('painted');
  return performance.now() - begun;
}
