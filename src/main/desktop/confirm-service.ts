import { createOneAtATime } from '../../base/serial.ts';
import type { ConnectionForm } from '../../bridge/session.ts';
import { normalizeUrl, readRedirectUri } from '../auth/urls.ts';

/** Targets of secrets, approvals and the answer to a sign-in. */
type Target = Pick<ConnectionForm, 'serviceUrl' | 'authUrl' | 'clientId' | 'redirectUri'>;

/** News about a connection, compared with the known ones. */
export interface ConnectionQuestion {
  /** Its addresses as the URL standard writes them, so that a lookalike host becomes visible. */
  readonly addresses: readonly string[];
  /** Null if the client is known, or the first one there. */
  readonly clientId: string | null;
  /** Null if the redirect URI is known, or on this computer. */
  readonly redirectUri: string | null;
}

export interface ServiceConfirmationDeps {
  /** Connections that need no question: the current one, and that of the organization's policy. */
  readonly known: () => readonly (Target | null)[];
  /** Asks the user in a dialog that no page can answer. */
  readonly ask: (question: ConnectionQuestion) => Promise<boolean>;
}

/** Asks whether the user agrees to send secrets and approvals there. Both addresses must be valid URLs. */
export type ConfirmService = (wanted: Target) => Promise<boolean>;

/**
 * Makes the user confirm what is unknown: a compromised window could name a service or client of its own, or a redirect
 * that leads the answer elsewhere. Only one question is open at a time; a second one meanwhile counts as a no.
 */
export function createServiceConfirmation({ known, ask }: ServiceConfirmationDeps): ConfirmService {
  const oneAtATime = createOneAtATime();
  /** Connections confirmed in this run: a mistyped secret is no reason to ask again. */
  const agreed: Target[] = [];
  return async (wanted) => {
    const question = unknownIn(wanted, [...known(), ...agreed]);
    if (question === null) return true;
    const isAgreed = await oneAtATime(() => ask(question), false);
    if (isAgreed) agreed.push(wanted);
    return isAgreed;
  };
}

function unknownIn(wanted: Target, known: readonly (Target | null)[]): ConnectionQuestion | null {
  const targets = known.filter((target) => target !== null);
  const addresses = addressesOf(wanted);
  const unknown = addresses.filter(
    (address) => !targets.some((target) => addressesOf(target).includes(address)),
  );
  const there = targets.filter(({ authUrl }) => normalizeUrl(authUrl) === addresses.at(-1));
  const isClientKnown =
    there.length === 0 || there.some((each) => each.clientId === wanted.clientId);
  const redirect = readRedirectUri(wanted.redirectUri);
  const isRedirectKnown =
    (redirect.ok && redirect.value.loopback !== null) ||
    targets.some((target) => target.redirectUri === wanted.redirectUri);
  if (unknown.length === 0 && isClientKnown && isRedirectKnown) return null;
  return {
    addresses: unknown.length === 0 ? [...new Set(addresses)] : [...new Set(unknown)],
    clientId: isClientKnown ? null : wanted.clientId,
    redirectUri: isRedirectKnown ? null : wanted.redirectUri,
  };
}

/** Both addresses, that of the sign-in last. */
function addressesOf({ serviceUrl, authUrl }: Target): readonly string[] {
  return [serviceUrl, authUrl].map(normalizeUrl);
}
