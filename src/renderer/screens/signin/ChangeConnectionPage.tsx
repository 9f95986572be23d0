import type { Connection } from '../../../bridge/session.ts';
import { en } from '../../kit/text/en.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { SignInPage } from './SignInPage.tsx';

/** The connection's fields, to be put right while the bills of the last sign-in are still here. */
export function ChangeConnectionPage({
  connection,
  onBack,
}: {
  readonly connection: Connection;
  readonly onBack: () => void;
}) {
  return (
    <SignInPage title={en.signin.form.editTitle} lead={en.signin.form.lead}>
      <ConnectForm connection={connection} onBack={onBack} />
    </SignInPage>
  );
}
