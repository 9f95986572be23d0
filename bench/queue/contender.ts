/** A queue with a client: ours, or a peer set up as its documentation says for a known quota. */
export interface Contender {
  /** One of many reads; resolves when it was answered with a success. @throws when it was not */
  read(index: number): Promise<void>;
  /** The user's approval. @throws when it was not carried out */
  approve(): Promise<void>;
  close(): Promise<void>;
}

export interface ContenderOptions {
  readonly url: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Where it may write down what the next process should know. */
  readonly statePath: string;
}

/** Requests under way at once: Billfold's own number, for everybody. */
export const AT_ONCE = 4;
/**
 * Peers that count windows by themselves get this much more: theirs begins before the first request is
 * there, so without slack the next one would come before the server's window is over.
 */
export const SLACK_MS = 1_000;
export const headers = { authorization: 'Bearer bench', 'x-organization-id': 'bench' } as const;

export function readPath(index: number): string {
  return `/api/v1/bills?status=open&limit=50&after=${index}`;
}
export const approvePath = '/api/v1/bills/bill-1/approve';

/** What a plain queue sends. @throws when the answer is no success */
export async function send(url: string, method: 'GET' | 'PATCH'): Promise<void> {
  const response = await fetch(url, { method, headers });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`answered with ${response.status}`);
}
