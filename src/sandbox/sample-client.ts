/**
 * The application registered with the sandbox: Billfold itself. The secret protects nothing, because the
 * sandbox has only invented companies and listens only on this machine.
 */
export const sampleClient = {
  clientId: 'billfold-sample',
  clientSecret: 'sample-company-only',
  name: 'Billfold',
  /** Any port is accepted for a loopback address (RFC 8252 §7.3). */
  redirectUris: ['http://127.0.0.1/callback'],
} as const satisfies RegisteredClient;

/** An application registered in the developer portal (service page, *Authentication*, step 1). */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shown to the user on the consent page. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}
