import { useServices } from '../services.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import type { SignInFailure } from '../ui/sentences.ts';

/** Opens the browser although the host did not answer; no button after any other failure. */
export function ContinueAnyway({ failure }: { readonly failure: SignInFailure | null }) {
  const { signIn, run } = useServices();
  if (failure?.kind !== 'hostUnreachable') return null;
  return (
    <Button size="small" icon="external" onPress={() => run(signIn.continueAnyway())}>
      {messages.signin.continueAnyway}
    </Button>
  );
}
