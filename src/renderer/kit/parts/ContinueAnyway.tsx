import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import type { SignInFailure } from '../../../bridge/session.ts';

export interface ContinueAnywayProps {
  readonly failure: SignInFailure | null;
  /** Scopes that the failed sign-in requested. */
  readonly moreScopes?: readonly string[];
}

/** Opens the browser although the host did not answer. Shows no button after any other failure. */
export function ContinueAnyway({ failure, moreScopes }: ContinueAnywayProps) {
  const { signIn } = useData();
  const { run } = useShell();
  if (failure?.kind !== 'hostUnreachable') return null;
  return (
    <Button size="small" icon="external" onPress={() => run(signIn.signIn(moreScopes, true))}>
      {messages.signin.continueAnyway}
    </Button>
  );
}
