import type { AccessTokens } from '../ports.ts';
import type { Redactor } from './redact.ts';

/** Gives each access token to the redactor before any caller can log it. */
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
