import { useState } from 'react';
import type { InstallWhen, UpdateState } from '../../../bridge/updates.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

export function UpdateActions({
  update,
}: {
  readonly update: Extract<UpdateState, { kind: 'available' | 'ready' }>;
}) {
  const text = messages.updates;
  const { workspace } = useData();
  const { run } = useShell();
  const [isReading, setReading] = useState(false);
  const { notes } = update.release;
  const install = (when: InstallWhen): void =>
    run(workspace.bridge.call('update.install', { when }));
  return (
    <>
      {update.kind === 'ready' && (
        <>
          <Button variant="primary" size="small" onPress={() => install('now')}>
            {text.restart}
          </Button>
          <Button size="small" onPress={() => install(update.atQuit ? 'notNow' : 'atQuit')}>
            {update.atQuit ? text.notWhenQuitting : text.whenQuitting}
          </Button>
        </>
      )}
      {notes.length > 0 && (
        <Button size="small" variant="quiet" onPress={() => setReading(true)}>
          {text.whatsNew}
        </Button>
      )}
      {update.kind === 'available' && (
        <Button size="small" onPress={() => run(workspace.bridge.call('update.openPage'))}>
          {text.page}
        </Button>
      )}
      {isReading && <WhatsNewDialog release={update.release} onClose={() => setReading(false)} />}
    </>
  );
}

interface WhatsNewDialogProps {
  readonly release: Extract<UpdateState, { kind: 'ready' }>['release'];
  readonly onClose: () => void;
}

function WhatsNewDialog({ release, onClose }: WhatsNewDialogProps) {
  return (
    <Dialog
      title={messages.updates.whatsNewIn(release.version)}
      onClose={onClose}
      actions={<Button onPress={onClose}>{messages.app.close}</Button>}
    >
      <ReleaseNotes notes={release.notes} />
    </Dialog>
  );
}

/** Release notes of a version. Underscores enclose words of the screens. */
export function ReleaseNotes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <ul className="message__details">
      {notes.map((note) => (
        <li key={note}>
          {note
            .split('_')
            .map((part, at) => (at % 2 === 0 ? part : <em key={`${at} ${part}`}>{part}</em>))}
        </li>
      ))}
    </ul>
  );
}
