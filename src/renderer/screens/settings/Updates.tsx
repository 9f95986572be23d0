import { assertNever } from '../../../base/assert-never.ts';
import type { UpdateState } from '../../../bridge/updates.ts';
import { useAgo } from '../../kit/hooks/use-now.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { UpdateActions } from '../../kit/parts/UpdateActions.tsx';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { say } from '../../kit/text/say.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Toggle } from '../../kit/ui/Toggle.tsx';
import { Section, Setting } from './Section.tsx';

export interface UpdatesProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Settings for updates, and their state. */
export function Updates({ isOn, onChange }: UpdatesProps) {
  const { workspace } = useData();
  const { update: shown, run } = useShell();
  const update = useObservable(shown);
  const ago = useAgo((update.kind === 'idle' && update.checkedAtMs) || 0);
  const text = messages.updates;
  const isTheUsers = update.kind !== 'off' || update.why === 'setting';
  return (
    <Section title={text.title} part="updates">
      {isTheUsers && (
        <Setting hint={text.checkHint}>
          <Toggle label={text.check} isOn={isOn} onChange={onChange} />
        </Setting>
      )}
      <p role="status">{formatUpdate(update, ago)}</p>
      {(update.kind === 'idle' || update.kind === 'failed') && (
        <div>
          <Button size="small" onPress={() => run(workspace.bridge.call('update.check'))}>
            {text.checkNow}
          </Button>
        </div>
      )}
      {(update.kind === 'ready' || update.kind === 'available') && (
        <div className="message__actions">
          <UpdateActions update={update} />
        </div>
      )}
    </Section>
  );
}

function formatUpdate(update: UpdateState, ago: string): string {
  const text = messages.updates;
  switch (update.kind) {
    case 'off':
      return text.off[update.why];
    case 'idle':
      if (update.problem !== null) return text.checkFailed(update.problem);
      return update.checkedAtMs === null ? text.notChecked : text.upToDate(ago);
    case 'checking':
      return text.checking;
    case 'available':
      return text.available(update.release.version).title;
    case 'downloading':
      return text.downloading(update.release.version, Math.round(update.part * 100));
    case 'ready':
      return (update.atQuit ? text.atQuit : text.ready)(update.release.version).title;
    case 'installing':
      return text.installing(update.release.version).title;
    case 'failed': {
      const { title, whatToDo } = text.failed(update.version, update.problem);
      return say`${title}. ${whatToDo}`;
    }
    default:
      return assertNever(update);
  }
}
