/** Functions of a peer's page for the simulated user. */
export interface Peer {
  approve(billId: string): void;
  /** Bills that the library has yet to send. */
  waiting(): Promise<readonly string[]>;
}

/** Message to the user: stored and to be sent; sent; or failed. */
export type Word = 'queued' | 'sent' | 'failed';

declare global {
  interface Window {
    bench: Promise<Peer>;
    /** Set by the player. */
    tell(word: Word, billId: string): Promise<void>;
  }
}

/** Base URL of the service. */
export const serviceUrl = new URL(location.href).searchParams.get('service') ?? '';

/** Calls the service. @throws when there is no answer */
export function sendApproval(billId: string): Promise<Response> {
  return fetch(`${serviceUrl}/api/v1/bills/${billId}/approve`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
  });
}

/** Calls the service. @throws also when the answer is not 2xx */
export async function patchApprove(billId: string): Promise<void> {
  const response = await sendApproval(billId);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
}
