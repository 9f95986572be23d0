/** The part of the reference peers' interfaces that is used here, so that types check before they are installed. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface StoredToken {
    readonly scope?: string;
    readonly consumed?: unknown;
  }
  interface TokenKind {
    find(value: string): Promise<StoredToken | undefined>;
  }
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    readonly AccessToken: TokenKind;
    readonly RefreshToken: TokenKind;
  }
  export default Provider;
}
