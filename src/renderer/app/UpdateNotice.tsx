import { useState } from 'react';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { UpdateActions } from '../kit/parts/UpdateActions.tsx';
import { useShell } from '../kit/services/shell.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Message } from '../kit/ui/Message.tsx';

/** Announces a new or failed update on every screen until the user postpones it. */
export function UpdateNotice() {
  const { update: shown } = useShell();
  const update = useObservable(shown);
  const [putOff, setPutOff] = useState<string | null>(null);
  const text = messages.updates;
  const plain = { quote: null, technical: null };
  if (update.kind === 'failed' && update.isNews && putOff !== update.version) {
    const { version, problem } = update;
    return (
      <div className="notices">
        <Message
          sentence={{ ...text.failed(version, problem), ...plain }}
          onDismiss={() => setPutOff(version)}
        />
      </div>
    );
  }
  if (update.kind === 'installing') {
    return (
      <div className="notices">
        <Message tone="info" sentence={{ ...text.installing(update.release.version), ...plain }} />
      </div>
    );
  }
  const isOffered = update.kind === 'available' || (update.kind === 'ready' && !update.atQuit);
  if (!isOffered || putOff === update.release.version) return null;
  const { version } = update.release;
  return (
    <div className="notices">
      <Message
        tone="info"
        sentence={{ ...text[update.kind](version), ...plain }}
        actions={
          <>
            <UpdateActions update={update} />
            <Button size="small" variant="quiet" onPress={() => setPutOff(version)}>
              {text.later}
            </Button>
          </>
        }
      />
    </div>
  );
}
