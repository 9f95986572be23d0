import {
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useShortcut } from '../../kit/hooks/use-shortcuts.ts';
import { useLatest } from '../../kit/ui/use-latest.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { messages } from '../../kit/text/messages.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import { Keys } from '../../kit/ui/Keys.tsx';
import { useReview } from '../../kit/services/review.ts';
import { useShell } from '../../kit/services/shell.ts';
import type { PaletteAction } from '../../kit/actions/action-registry.ts';
import { AppActions } from '../AppActions.tsx';
import type { BannersProps } from '../Banners.tsx';
import { type MatchedGroup, gatherActions, matchActions, remember } from './match-actions.ts';
import { useFinds } from './use-finds.ts';
import '../../kit/ui/dialog.css';
import './palette.css';

/**
 * Finds actions, vendors and bills by typing. It is part of the first screen's code, because it would lose the first
 * letters while its code loads.
 */
export function CommandPalette({ onChangeConnection }: BannersProps) {
  /** Null until it is first opened. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  useShortcut('palette', () => setOpen(true));
  const [recent, setRecent] = useState<readonly string[]>([]);
  const chosen = useRef<PaletteAction | null>(null);
  // Run the action only after the palette has closed: it may move the focus, which an open dialog would take back.
  useEffect(() => {
    const action = chosen.current;
    if (isOpen === true || action === null) return;
    chosen.current = null;
    action.run();
  }, [isOpen]);

  const choose = (action: PaletteAction, isFind: boolean): void => {
    chosen.current = action;
    // Only actions are remembered: a bill or vendor is easy to find again by name.
    if (!isFind) setRecent(remember(recent, action.id));
    setOpen(false);
  };

  if (isOpen === null) return null;
  return (
    <>
      <AppActions onChangeConnection={onChangeConnection} />
      {isOpen && (
        <Modal onClose={() => setOpen(false)}>
          <Finder recent={recent} onChoose={choose} />
        </Modal>
      )}
    </>
  );
}

interface ModalProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog, so that keys typed right after its shortcut never go elsewhere. */
function Modal({ onClose, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const { pace } = useReview();
  useEffect(() => pace.overlayOpened(), [pace]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    // Closing returns the focus.
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    const press = (event: MouseEvent): void => {
      // A click outside the dialog.
      if (event.target === dialog) onClose();
    };
    dialog?.addEventListener('mousedown', press);
    return () => dialog?.removeEventListener('mousedown', press);
  }, [onClose]);
  return (
    <dialog
      ref={ref}
      className="scrim scrim--palette"
      aria-label={messages.palette.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="modal palette">
        <div className="dialog">{children}</div>
      </div>
    </dialog>
  );
}

interface FinderProps {
  readonly recent: readonly string[];
  /** @param isFind whether it is a bill or a vendor */
  readonly onChoose: (action: PaletteAction, isFind: boolean) => void;
}

const none: readonly MatchedGroup[] = [];

/** A combobox with a list that is always open. Enter runs the first action. */
function Finder({ recent, onChoose }: FinderProps) {
  const id = useId();
  const { handlers, actions: registry, isMac } = useShell();
  const sources = useObservable(registry.sources);
  const offered = useMemo(
    () =>
      gatherActions(
        new Map(handlers),
        sources.flatMap((source) => source()),
        messages.help.commands,
        messages.palette.also,
        isMac,
      ),
    [handlers, sources, isMac],
  );
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  /** Whether Enter came before the text's vendors and bills were found. */
  const [isEntered, setEntered] = useState(false);
  const finds = useFinds(typed);
  const commands = matchActions(offered, typed, recent, messages.palette.groups);
  const groups = [...commands, ...finds.groups];
  const found = groups.flatMap(({ actions }) => actions);
  // On a slow computer the field appears before the list. Keys act on the found entries even before they are drawn.
  const drawn = useDeferredValue(groups, none);
  const shown = drawn.flatMap(({ actions }) => actions);
  const current = found[at];
  const currentId = current && `${id}${at}`;
  useInView(currentId);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const choose = (action: PaletteAction): void => onChoose(action, !offered.includes(action));
  const press = (event: KeyboardEvent): void => {
    const next = positionAfter(event.key, at, found.length);
    // While the user composes a word, Enter belongs to the input method.
    if (next === null && (event.key !== 'Enter' || event.nativeEvent.isComposing)) return;
    event.preventDefault();
    if (next !== null) setAt(next);
    else if (current) choose(current);
    else if (finds.isBehind) setEntered(true);
  };
  const chooseNow = useLatest(choose);
  useEffect(() => {
    if (isEntered && !finds.isBehind && current) chooseNow.current(current);
  }, [isEntered, finds.isBehind, current, chooseNow]);

  return (
    <>
      <div className="palette__field">
        <Icon name="search" />
        <input
          ref={field}
          className="palette__input"
          role="combobox"
          aria-label={messages.palette.field}
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={currentId}
          placeholder={messages.palette.hint}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setEntered(false);
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
      </div>
      <div
        id={`${id}list`}
        role="listbox"
        aria-label={messages.palette.list}
        className="palette__list"
      >
        {drawn.map((group) => (
          <Group
            key={group.group ?? ''}
            group={group}
            idOf={(action) => `${id}${shown.indexOf(action)}`}
            current={current}
            onPoint={(action) => setAt(shown.indexOf(action))}
            onKey={press}
            onChoose={choose}
          />
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'palette__none' : 'visually-hidden'}>
        {found.length === 0
          ? messages.palette.none(typed.trim())
          : messages.palette.count(found.length)}
      </p>
    </>
  );
}

interface GroupProps {
  readonly group: MatchedGroup;
  readonly idOf: (action: PaletteAction) => string;
  readonly current: PaletteAction | undefined;
  readonly onPoint: (action: PaletteAction) => void;
  /** The field usually gets the keys, but a screen reader may have moved the focus to an action. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onChoose: (action: PaletteAction) => void;
}

function Group({ group: { group, actions }, idOf, current, onPoint, onKey, onChoose }: GroupProps) {
  const heading =
    group === null ? null : { ...messages.palette.groups, ...messages.palette.finds }[group];
  const options = actions.map((action) => (
    <div
      key={action.id}
      id={idOf(action)}
      role="option"
      aria-selected={action === current}
      tabIndex={-1}
      className="palette__action"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      // Only movement selects, so that a mouse at rest under the palette has no effect.
      onMouseMove={() => action !== current && onPoint(action)}
      onClick={() => onChoose(action)}
      onKeyDown={onKey}
    >
      <span className="palette__label cut">{action.label}</span>
      {heading === null && (
        <span className="palette__where">{messages.palette.groups[action.group]}</span>
      )}
      {action.keys && <Keys keys={action.keys} />}
    </div>
  ));
  if (heading === null) return options;
  return (
    <div role="group" aria-label={heading}>
      <div className="palette__heading" aria-hidden="true">
        {heading}
      </div>
      {options}
    </div>
  );
}

/** Position after a key; null when the list doesn't use the key. */
function positionAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + PAGE);
  return key === 'PageUp' ? Math.max(0, at - PAGE) : null;
}

const PAGE = 8;

function useInView(id: string | undefined): void {
  useEffect(() => {
    if (id !== undefined) document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
