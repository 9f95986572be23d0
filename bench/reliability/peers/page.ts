/** What a page of a peer offers to whoever plays the user. */
export interface Peer {
  approve(billId: string): void;
  /** The bills that the library still holds to be sent. */
  waiting(): Promise<readonly string[]>;
}

/** What the user is told: it is kept and will be sent; it is sent; it will not be. */
export type Word = 'queued' | 'sent' | 'failed';

declare global {
  interface Window {
    bench: Promise<Peer>;
    /** Put there by the player. */
    tell(word: Word, billId: string): Promise<void>;
  }
}

/** Base URL of the service. */
export const serviceUrl = new URL(location.href).searchParams.get('service') ?? '';

/** The service call. @throws when there is no answer */
export function sendApproval(billId: string): Promise<Response> {
  return fetch(`${serviceUrl}/api/v1/bills/${billId}/approve`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
  });
}

/** The same. @throws also when the answer is not 2xx */
export async function patchApprove(billId: string): Promise<void> {
  const response = await sendApproval(billId);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
}
