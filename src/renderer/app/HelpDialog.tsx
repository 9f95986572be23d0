import { en } from '../text/en.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { shortcuts, type Shortcut } from '../ui/shortcuts.ts';
import './help.css';

const groups = ['review', 'anywhere', 'go'] as const satisfies readonly Shortcut['group'][];

/** Every shortcut there is. */
export function HelpDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={en.help.title} isOpen={isOpen} onClose={onClose}>
      {groups.map((group) => (
        <section key={group} className="help__group">
          <h3>{en.help.groups[group]}</h3>
          <dl>
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map((shortcut) => (
                <div key={shortcut.command} className="help__line">
                  <dt>
                    <Keys keys={shortcut.keys} />
                  </dt>
                  <dd>{en.help.commands[shortcut.command]}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className="faint">{en.help.listKeys}</p>
    </Dialog>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, at) => (
    <span key={key}>
      {at > 0 && <span className="help__then">{en.help.between}</span>}
      <kbd>{key}</kbd>
    </span>
  ));
}
