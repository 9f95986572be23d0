/**
 * The application registered with the embedded service: Billfold itself. The secret protects nothing,
 * since the service holds invented companies only and listens on this machine alone.
 */
export const sampleClient = {
  clientId: 'billfold-sample',
  clientSecret: 'sample-company-only',
  name: 'Billfold',
  /** Any port is accepted for a loopback address (RFC 8252 §7.3). */
  redirectUris: ['http://127.0.0.1/callback'],
} as const satisfies RegisteredClient;

/** An application as the developer portal knows it (service page, *Authentication*, step 1). */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shown to the user on the consent page. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}
