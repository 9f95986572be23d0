import { delayMs, labelOf, type TokenAnswer, type TokenBody } from './grammar.ts';
import { answer, type Answer, type Asked } from './wire.ts';

export type ChooseToken = () => TokenAnswer | null;

/** The token endpoint, with plain or chosen answers. */
export interface TokenAnswers {
  token(asked: Asked): Promise<Answer>;
  answerWith(choose: ChooseToken | null): void;
  /** Number of grants used up without the client receiving all of their tokens. */
  grantsLost(): number;
}

export function createTokenAnswers(deps: {
  readonly plain: (asked: Asked) => Answer;
  readonly sleep: (delayMs: number) => Promise<void>;
  readonly count: (name: string) => void;
}): TokenAnswers {
  let choose: ChooseToken | null = null;
  let lost = 0;

  const answerAsDrawn = async (asked: Asked, drawn: TokenAnswer): Promise<Answer> => {
    const plain = drawn.carriedOut ? deps.plain(asked) : null;
    // A refusal by the service itself stays as it is.
    if (plain && (plain.kind === 'reset' || plain.status !== 200)) return plain;
    deps.count(labelOf('token', drawn));
    if (plain) lost += 1;
    if (delayMs[drawn.timing] > 0) await deps.sleep(delayMs[drawn.timing]);
    if (drawn.timing.startsWith('reset')) return { kind: 'reset' };
    const given = new TextDecoder().decode(plain?.body ?? new Uint8Array());
    const isHtml = drawn.body === 'html' || drawn.body === 'text';
    const headers = isHtml ? { 'content-type': 'text/html' } : {};
    return answer(drawn.status, bodies[drawn.body](given), headers);
  };

  return {
    token: async (asked) => {
      const drawn = choose?.() ?? null;
      return drawn === null ? deps.plain(asked) : answerAsDrawn(asked, drawn);
    },
    answerWith: (chooser) => {
      choose = chooser;
    },
    grantsLost: () => lost,
  };
}

/** Bodies made from the plain answer's text; '' if the grant was not carried out. */
const bodies: Readonly<Record<TokenBody, (given: string) => unknown>> = {
  none: () => undefined,
  text: () => 'OK',
  html: () => '<!doctype html><html><body>Something went wrong.</body></html>',
  portal: () => ({ login: 'https://portal.invalid/login' }),
  emptyObject: () => ({}),
  unavailable: () => ({ error: 'temporarily_unavailable' }),
  noAccess: (given) => without(given, 'access_token'),
  noType: (given) => without(given, 'token_type'),
  noRefresh: (given) => without(given, 'refresh_token'),
  truncated: (given) => given.slice(0, given.length >> 1),
};

function without(given: string, name: string): unknown {
  const fields: unknown = given === '' ? {} : JSON.parse(given);
  return Object.fromEntries(Object.entries(Object(fields)).filter(([key]) => key !== name));
}
