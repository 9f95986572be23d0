import { decodeEscapes } from '../../base/decode-escapes.ts';
import type { Clock } from '../../base/clock.ts';
import type { PasteProblem } from '../../bridge/session.ts';
import { completeAddress } from '../../bridge/typed-address.ts';
import { decideAnswer, type CallbackAnswer } from './callback.ts';
import type { CallbackEnd } from './loopback-listener.ts';

/** Sign-in that a pasted answer must match. */
export interface ExpectedPaste {
  readonly state: string;
  readonly redirectUri: string;
  /** The service's authorization URL: if the redirect leads nowhere, a page of the service may show the code. */
  readonly authUrl: string;
}

/** A wait for the user to paste the answer, used when there is no listener. */
export interface PasteWait {
  /** Settles once: with the first valid answer, when the time is over, or on `close`. */
  readonly end: Promise<CallbackEnd>;
  /** @returns null when the text is the answer; otherwise the problem, and the wait continues */
  paste(text: string): PasteProblem | null;
  close(): Promise<void>;
}

export function waitForPaste(clock: Clock, waitMs: number, expected: ExpectedPaste): PasteWait {
  const end = Promise.withResolvers<CallbackEnd>();
  const over = new AbortController();
  const finish = (how: CallbackEnd): void => {
    end.resolve(how);
    over.abort();
  };
  void clock.sleep(waitMs, over.signal).then(() => finish({ kind: 'timedOut' }));
  return {
    end: end.promise,
    paste: (text) => {
      if (over.signal.aborted) return 'notWaiting';
      const answer = readPastedAnswer(text, expected);
      if (typeof answer === 'string') return answer;
      finish(answer);
      return null;
    },
    close: () => {
      finish({ kind: 'cancelled' });
      return Promise.resolve();
    },
  };
}

/**
 * Reads the text the user copied from the browser: a whole address, its query, or only the code. A
 * state in it must match. An address without a state must have the redirect's host or the
 * service's.
 * @returns the answer, or why the text is not one; the reason contains nothing of the text
 */
export function readPastedAnswer(
  pasted: string,
  expected: ExpectedPaste,
): CallbackAnswer | PasteProblem {
  const text = pasted.replaceAll(/^[\s"'`<>“”„‘’«»]+|[\s"'`<>“”„‘’«»]+$/gu, '');
  if (text === '') return 'missing';
  const parts = partsOf(text, expected.redirectUri);
  if (typeof parts === 'string') return parts;
  const { address, parameters } = parts;
  if (!parameters.has('state')) {
    if (address !== '' && !isExpectedPlace(address, expected)) return 'otherAddress';
    parameters.set('state', expected.state);
  }
  const decision = decideAnswer(parameters, expected);
  if (decision.kind === 'answer') return decision.answer;
  return decision.why.endsWith('State') || decision.why === 'wrongIssuer'
    ? 'otherSignIn'
    : 'invalid';
}

interface Parts {
  /** Part before the query; empty when the text has none. */
  readonly address: string;
  readonly parameters: URLSearchParams;
}

const bareQuery = /^(?:[^?#&=]+=[^&]*&)*(?:code|error)=/;
const codeForm = /^[\x21-\x7e]+$/;

function partsOf(text: string, redirectUri: string): Parts | PasteProblem {
  if (bareQuery.test(text)) return { address: '', parameters: new URLSearchParams(text) };
  const [address = '', ...rest] = text.split(/[?#]/);
  for (const part of rest) {
    const parameters = new URLSearchParams(part);
    if (parameters.has('code') || parameters.has('error')) return { address, parameters };
  }
  const scheme = /^[^:]+:/.exec(redirectUri)?.[0] ?? '';
  if (rest.length > 0 || text.includes('://') || text.startsWith(scheme)) return 'noAnswer';
  if (!codeForm.test(text)) return 'invalid';
  // A code copied from an address bar has escapes.
  const code = decodeEscapes(text) ?? text;
  return { address: '', parameters: new URLSearchParams({ code }) };
}

function isExpectedPlace(address: string, { redirectUri, authUrl }: ExpectedPaste): boolean {
  const place = placeOf(address);
  return place !== null && [redirectUri, authUrl].map(placeOf).includes(place);
}

/** Scheme, host and port of an address. */
function placeOf(address: string): string | null {
  const url = URL.parse(completeAddress(address));
  return url && `${url.protocol}//${url.host}`;
}
