import { useEffect, useState } from 'react';
import { beginSampleTour } from '../core/connection/sample-tour.ts';
import { plainDateAt } from '../../base/days.ts';
import type { Approval } from '../core/model/approval.ts';
import { useApprovals } from '../kit/hooks/use-approvals.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { messages } from '../kit/text/messages.ts';
import { Button, IconButton } from '../kit/ui/Button.tsx';
import { Icon } from '../kit/ui/icons.tsx';
import { Keys } from '../kit/ui/Keys.tsx';
import { formatNotice } from '../kit/ui/sentences.ts';
import { keyCaps, shortcuts } from '../kit/actions/shortcuts.ts';
import './sample-banner.css';

export interface SampleBannerProps {
  /** Opens the form to connect to the user's own service. */
  readonly onConnect: () => void;
}

/** Banner above the sample data, with the ways out of it and a short tour for new users. */
export function SampleBanner({ onConnect }: SampleBannerProps) {
  const { workspace, clock, policy } = useData();
  const { run, report, notices } = useShell();
  const [isCoached] = useState(() => workspace.settings.get().sampleTour !== 'over');
  // The notice that only the sample is available, if there is one. The banner shows it instead.
  const only = useObservable(notices).find(({ kind }) => kind === 'sampleOnly');
  const text = messages.app.sample;
  const { title, whatToDo } = only ? formatNotice(only) : text;
  useEffect(
    () => beginSampleTour(workspace, plainDateAt(clock.nowMs()), report),
    [workspace, clock, report],
  );
  const leave = async (): Promise<void> => {
    await workspace.commands.signOut('keep');
    await workspace.bridge.call('connection.forget');
  };
  return (
    <section className="sample" aria-label={title}>
      <p className="sample__text">
        <Icon name="sample" />
        <span>
          <strong>{title}.</strong> {whatToDo}
        </span>
      </p>
      {isCoached && <Coach />}
      <div className="sample__actions">
        {policy.ownService && (
          <Button size="small" onPress={onConnect}>
            {text.connect}
          </Button>
        )}
        <Button size="small" onPress={() => run(leave())}>
          {text.leave}
        </Button>
      </div>
    </section>
  );
}

const coached = ['nextBill', 'approve', 'undo'] as const;

/** Three shortcuts to try. Closing or completing the tour hides it for good. */
function Coach() {
  const { workspace } = useData();
  const { isMac, run } = useShell();
  const done = useDone();
  const text = messages.app.sample.coach;
  const [isClosed, setClosed] = useState(false);
  const isFollowed = coached.every((step) => done.has(step));
  useEffect(() => {
    if (isFollowed || isClosed) run(workspace.commands.changeSettings({ sampleTour: 'over' }));
  }, [isFollowed, isClosed, workspace, run]);
  if (isClosed) return null;
  return (
    <div className="coach" role="group" aria-label={text.title}>
      {isFollowed ? (
        <p role="status">{text.done}</p>
      ) : (
        <ol className="coach__steps">
          {shortcuts.map((shortcut) => {
            const step = coached.find((command) => command === shortcut.command);
            return step === undefined ? null : (
              <li key={step} className="coach__step" data-done={done.has(step) || undefined}>
                {done.has(step) ? <Icon name="check" /> : <Keys keys={keyCaps(shortcut, isMac)} />}
                <span>{text.steps[step]}</span>
                {done.has(step) && <span className="visually-hidden">{text.stepDone}</span>}
              </li>
            );
          })}
        </ol>
      )}
      <IconButton icon="close" label={text.close} onPress={() => setClosed(true)} />
    </div>
  );
}

/** Steps that the user has done by key or mouse since the tour appeared. */
function useDone(): ReadonlySet<(typeof coached)[number]> {
  const { clock } = useData();
  const { review } = useReview();
  const [sinceMs] = useState(() => clock.nowMs());
  const [done, setDone] = useState<ReadonlySet<(typeof coached)[number]>>(new Set());
  const isMoving = useMoved();
  const hasMoved = useObservable(review).position > 0 || isMoving;
  const [newest] = useApprovals(isAny);
  const isMine = newest !== undefined && newest.approvedAtMs >= sinceMs;
  const isUndone = useApprovals(isWithdrawn).some(({ approvedAtMs }) => approvedAtMs >= sinceMs);
  const now = [hasMoved, isMine, isUndone];
  const news = coached.filter((step, at) => now[at] === true && !done.has(step));
  if (news.length > 0) setDone(new Set([...done, ...news]));
  return done;
}

/** Whether J or ArrowDown was pressed, even if the list has no next bill. */
function useMoved(): boolean {
  const [hasMoved, setMoved] = useState(false);
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key.toLowerCase() === 'j' || key === 'ArrowDown') setMoved(true);
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);
  return hasMoved;
}

const isAny = (): boolean => true;
const isWithdrawn = ({ state }: Approval): boolean => state === 'withdrawn';
