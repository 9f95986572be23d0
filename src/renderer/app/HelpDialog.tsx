import { useData } from '../kit/services/data.ts';
import { messages } from '../kit/text/messages.ts';
import { Dialog } from '../kit/ui/Dialog.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { routeHref } from '../kit/services/route.ts';
import { Keys } from '../kit/ui/Keys.tsx';
import { isSingleKey, keyCaps, shortcuts, type Shortcut } from '../kit/actions/shortcuts.ts';
import './help.css';
import { useShell } from '../kit/services/shell.ts';

const groups = ['review', 'anywhere', 'go'] as const satisfies readonly Shortcut['group'][];

/** All active shortcuts, by group. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { isMac } = useShell();
  const { workspace } = useData();
  const { singleKeys } = useObservable(workspace.settings);
  return (
    <Dialog wide title={messages.help.title} onClose={onClose}>
      <p>
        {messages.help.singleKeys[singleKeys]}{' '}
        <a href={routeHref('settings', 'keyboard')} onClick={onClose}>
          {messages.help.changeKeys}
        </a>
      </p>
      <div className="help">
        {groups.map((group) => (
          <section key={group} className="help__group">
            <h3>{messages.help.groups[group]}</h3>
            <dl>
              {shortcuts
                .filter((shortcut) => shortcut.group === group)
                .filter((shortcut) => singleKeys !== 'off' || !isSingleKey(shortcut))
                .map((shortcut) => (
                  <div key={shortcut.command} className="help__line">
                    <dt>
                      <Keys keys={keyCaps(shortcut, isMac)} />
                    </dt>
                    <dd>{messages.help.commands[shortcut.command]}</dd>
                  </div>
                ))}
              {group === 'anywhere' && (
                // A shortcut of the system menu (main/desktop/menu.ts).
                <div className="help__line">
                  <dt>
                    <Keys keys={[isMac ? '⌘L' : 'Ctrl+L']} />
                  </dt>
                  <dd>{messages.settings.locking.title}</dd>
                </div>
              )}
            </dl>
          </section>
        ))}
        <Lines
          title={messages.help.list}
          lines={messages.help.listKeys(isMac ? '⌘' : messages.help.keyNames.Ctrl)}
        />
        <Lines title={messages.help.search} lines={messages.help.searchWords} />
      </div>
    </Dialog>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly { readonly keys: string; readonly what: string }[];
}

function Lines({ title, lines }: LinesProps) {
  return (
    <section className="help__group">
      <h3>{title}</h3>
      <dl>
        {lines.map(({ keys, what }) => (
          <div key={keys} className="help__line">
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
