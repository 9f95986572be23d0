import { delayMs, labelOf, type ReadAnswer } from './grammar.ts';
import { render } from './render.ts';
import { withHeaders, type Answer, type HeaderValues } from './wire.ts';

export type ChooseRead = (path: string, query: string) => ReadAnswer | null;

export interface Reads {
  /** Answers a read plainly, or as chosen for it. @param plain returns the present data */
  answer(url: URL, plain: () => Answer, quotaHeaders: () => HeaderValues): Promise<Answer>;
  answerWith(choose: ChooseRead | null): void;
}

export function createReads(deps: {
  readonly nowMs: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly count: (name: string) => void;
}): Reads {
  let choose: ChooseRead | null = null;
  return {
    answer: async (url, plain, quotaHeaders) => {
      const drawn = choose?.(url.pathname, url.search) ?? null;
      if (drawn === null) return withHeaders(plain(), quotaHeaders());
      deps.count(labelOf('read', drawn));
      if (delayMs[drawn.timing] > 0) await deps.sleep(delayMs[drawn.timing]);
      const page = plain();
      // A refusal by the service itself, such as of a cursor, stays as it is.
      if (page.kind === 'reset' || page.status !== 200) return withHeaders(page, quotaHeaders());
      const rows: unknown = { inPlaceOf: 'rows' };
      const [given, nowMs] = [quotaHeaders(), deps.nowMs()];
      const made = render(drawn, { quotaHeaders: given, nowMs, bill: {}, other: null, rows });
      return made.kind === 'reset' ? made : withRows(made, drawn, page.body ?? new Uint8Array());
    },
    answerWith: (chooser) => {
      choose = chooser;
    },
  };
}

type Sent = Extract<Answer, { kind: 'answer' }>;

/** Inserts the page itself in place of the grammar's rows, because no JavaScript value produces its JSON. */
function withRows(made: Sent, drawn: ReadAnswer, page: Uint8Array<ArrayBuffer>): Sent {
  if (made.body === null) return made;
  const half = page.length >> 1;
  if (drawn.body === 'rows') return { ...made, body: page };
  if (drawn.body === 'truncated') return { ...made, body: page.slice(0, half) };
  return drawn.body === 'brokenOff' ? { ...made, body: page, keepBytes: half } : made;
}
