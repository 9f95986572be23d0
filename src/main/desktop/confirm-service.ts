import { createOneAtATime } from '../../base/serial.ts';
import type { ConnectionForm } from '../../bridge/session.ts';
import { normalizeUrl, readRedirectUri } from '../auth/urls.ts';

/** Targets of secrets, approvals and the answer to a sign-in. */
type Target = Pick<ConnectionForm, 'serviceUrl' | 'authUrl' | 'clientId' | 'redirectUri'>;

/** Parts of a connection that the user has not confirmed yet. */
export interface ConnectionQuestion {
  /**
   * Unconfirmed addresses; both addresses if only client or redirect URI is unconfirmed. They are normalized (URL
   * standard), which reveals a lookalike host.
   */
  readonly addresses: readonly string[];
  /** Client id, if the user has confirmed only another one for this authorization server; else null. */
  readonly clientId: string | null;
  /** Redirect URI, unless the user has confirmed it or it leads to this computer; else null. */
  readonly redirectUri: string | null;
}

interface ServiceConfirmationDeps {
  /** Connections that need no question: the current one, and that of the organization's policy. */
  readonly known: () => readonly (Target | null)[];
  /** Asks the user in a dialog that no page can answer. */
  readonly ask: (question: ConnectionQuestion) => Promise<boolean>;
}

/** Asks whether the user agrees to send secrets and approvals there. Both addresses must be valid URLs. */
export type ConfirmService = (candidate: Target) => Promise<boolean>;

/**
 * Asks the user to confirm unknown parts: a compromised window could name a service or client of its own, or a redirect
 * that leads the answer elsewhere. Only one question is open at a time; a second one meanwhile counts as a no.
 */
export function createServiceConfirmation({ known, ask }: ServiceConfirmationDeps): ConfirmService {
  const oneAtATime = createOneAtATime();
  /** Connections confirmed since the start, so that a mistyped secret does not repeat the question. */
  const agreed: Target[] = [];
  return async (candidate) => {
    const question = unknownIn(candidate, [...known(), ...agreed]);
    if (question === null) return true;
    const isAgreed = await oneAtATime(() => ask(question), false);
    if (isAgreed) agreed.push(candidate);
    return isAgreed;
  };
}

function unknownIn(
  candidate: Target,
  known: readonly (Target | null)[],
): ConnectionQuestion | null {
  const targets = known.filter((target) => target !== null);
  const addresses = addressesOf(candidate);
  // An address is known only in its own role: the sign-in host must not receive requests meant for the service.
  const unknown = addresses.filter(
    (address, place) => !targets.some((target) => addressesOf(target)[place] === address),
  );
  const there = targets.filter(({ authUrl }) => normalizeUrl(authUrl) === addresses.at(-1));
  const isClientKnown =
    there.length === 0 || there.some((each) => each.clientId === candidate.clientId);
  const redirect = readRedirectUri(candidate.redirectUri);
  const isRedirectKnown =
    (redirect.ok && redirect.value.loopback !== null) ||
    targets.some((target) => target.redirectUri === candidate.redirectUri);
  if (unknown.length === 0 && isClientKnown && isRedirectKnown) return null;
  return {
    addresses: unknown.length === 0 ? [...new Set(addresses)] : [...new Set(unknown)],
    clientId: isClientKnown ? null : candidate.clientId,
    redirectUri: isRedirectKnown ? null : candidate.redirectUri,
  };
}

/** Addresses of the service and of the authorization server, in this order. */
function addressesOf({ serviceUrl, authUrl }: Target): readonly string[] {
  return [serviceUrl, authUrl].map(normalizeUrl);
}
