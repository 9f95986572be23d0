import { useEffect } from 'react';
import inGerman from '../../../CHANGELOG.de.md?raw';
import inEnglish from '../../../CHANGELOG.md?raw';
import { readChangelog } from '../../base/changelog.ts';
import type { Language } from '../../bridge/settings.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { ReleaseNotes } from '../kit/parts/UpdateActions.tsx';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { languageNow, messages } from '../kit/text/messages.ts';
import { Button, IconButton } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import './about.css';

const changelogs: Readonly<Record<Language, string>> = { en: inEnglish, de: inGerman };

/** Release notes of every version, newest first. */
export function NewsDialog({ onClose }: { readonly onClose: () => void }) {
  const language = useObservable(languageNow);
  const released = readChangelog(changelogs[language]).filter(({ version }) => /^\d/.test(version));
  return (
    <Dialog
      title={messages.updates.whatsNew}
      onClose={onClose}
      actions={<Button onPress={onClose}>{messages.app.close}</Button>}
    >
      {released.map(({ version, notes }) => (
        <section key={version} className="stack">
          <h3 className="news__version">
            {messages.app.name} {version}
          </h3>
          <ReleaseNotes notes={notes} />
        </section>
      ))}
    </Dialog>
  );
}

/** Mentions the new version in the status bar, once after an update. */
export function NewsLine() {
  const { workspace } = useData();
  const { version, program, run } = useShell();
  const { newsOf } = useObservable(workspace.settings);
  const isFirst = newsOf === null;
  const seen = (): void => run(workspace.commands.changeSettings({ newsOf: version }));
  useEffect(() => {
    // New users don't need to know the changes between versions.
    if (isFirst) run(workspace.commands.changeSettings({ newsOf: version }));
  }, [isFirst, version, workspace, run]);
  if (isFirst || newsOf === version) return null;
  const open = (): void => {
    seen();
    program.set('whatsNew');
  };
  return (
    <span className="status__item" role="status">
      <Button size="small" variant="quiet" onPress={open}>
        {messages.updates.whatsNewIn(version)}
      </Button>
      <IconButton icon="close" label={messages.app.dismiss} onPress={seen} />
    </span>
  );
}
