import { Fragment, useEffect, useState } from 'react';
import type { Program } from '../../bridge/app.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { Disclosure } from '../kit/ui/Disclosure.tsx';
import './about.css';

const parts = ['billfold', 'electron', 'chrome', 'node', 'system'] as const;

/** Versions, data folder, licenses and diagnostics, for users and support. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { workspace } = useData();
  const { program, run, report } = useShell();
  const [made, setMade] = useState<Program>({ versions: {}, licenses: '' });
  const text = messages.settings.about;
  useEffect(() => {
    workspace.bridge.call('app.about').then(setMade, report);
  }, [workspace, report]);
  const { versions, licenses } = made;
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => program.set('whatsNew')}>{messages.updates.whatsNew}</Button>
          <Button icon="copy" onPress={() => run(workspace.bridge.call('app.copyDiagnostics'))}>
            {messages.palette.copyDiagnostics}
          </Button>
        </>
      }
    >
      <dl className="facts about">
        {parts.map(
          (part) =>
            versions[part] !== undefined && (
              <Fragment key={part}>
                <dt>{text.versions[part]}</dt>
                <dd>{versions[part]}</dd>
              </Fragment>
            ),
        )}
        <dt>{text.data}</dt>
        <dd>
          <Button size="small" onPress={() => run(workspace.bridge.call('app.showData'))}>
            {text.showData}
          </Button>
        </dd>
      </dl>
      {licenses !== '' && (
        <Disclosure title={text.licenses} level={null}>
          {/* License texts are English in every language. */}
          <pre className="about__licenses" lang="en" dir="ltr">
            {licenses}
          </pre>
        </Disclosure>
      )}
    </Dialog>
  );
}
