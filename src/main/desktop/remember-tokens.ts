import type { AccessTokens } from '../ports.ts';
import type { Redactor } from './redact.ts';

/** Names each access token to the redactor before anybody can put it into a line of the log. */
export function rememberTokens(tokens: AccessTokens, redactor: Redactor): AccessTokens {
  const remember = async (
    found: ReturnType<AccessTokens['current']>,
  ): ReturnType<AccessTokens['current']> => {
    const token = await found;
    if (token.ok) redactor.addSecret(token.value.value);
    return token;
  };
  return {
    current: () => remember(tokens.current()),
    renew: (generation) => remember(tokens.renew(generation)),
  };
}
