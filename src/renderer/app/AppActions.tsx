import type { BannersProps } from './Banners.tsx';
import { useState } from 'react';
import { journalFormatSchema } from '../../bridge/journal.ts';
import { flagKinds, type SettingsChange } from '../../bridge/settings.ts';
import { noFilter } from '../core/model/list-choice.ts';
import { firstReviewView } from '../core/bills/lists/review-view.ts';
import { useListedOrganizations } from '../kit/hooks/use-organizations.ts';
import { messages } from '../kit/text/messages.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { actionsIn, type PaletteAction } from '../kit/actions/action-registry.ts';
import { useActions } from '../kit/hooks/use-shortcuts.ts';
import { goTo } from '../kit/services/route.ts';
import { usePlaceActions } from './palette/use-place-actions.ts';
import { lazy } from '../kit/ui/lazy.tsx';

const HandoverActions = lazy(() => import('../screens/approvals/Handover.tsx'), 'HandoverActions');
const SignOutDialog = lazy(
  () => import('../screens/settings/SignOutDialog.tsx'),
  'SignOutDialog',
  'overKeys',
);

/** Commands in the palette on every screen, in addition to the shortcuts. */
export function AppActions({ onChangeConnection }: BannersProps) {
  const [leaving, setLeaving] = useState(false);
  usePlaceActions();
  useActions([
    ...useFlagLists(),
    ...useOrganizations(),
    ...useAppearance(),
    ...useJournal(),
    ...useAccount(onChangeConnection, () => setLeaving(true)),
  ]);
  return (
    <>
      <HandoverActions />
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </>
  );
}

function useOrganizations(): readonly PaletteAction[] {
  const { workspace } = useData();
  const { run } = useShell();
  const names = useListedOrganizations();
  const shownId = useObservable(workspace.organizationId);
  const all = useObservable(workspace.allOrganizations);
  return [
    ...[...names].map(([id, name]) => ({
      id: `organization ${id}`,
      label: messages.palette.showOrganization(name),
      also: messages.palette.alsoOrganization,
      group: 'go' as const,
      isDisabled: !all && id === shownId,
      run: () => run(workspace.commands.selectOrganization(id)),
    })),
    {
      id: 'allOrganizations',
      label: messages.palette.showAllOrganizations,
      also: messages.palette.alsoOrganization,
      group: 'go',
      isDisabled: all || names.size < 2,
      run: () => run(workspace.commands.showAllOrganizations()),
    },
  ];
}

/** One command per kind of flag, which lists the flagged bills that need approval. */
function useFlagLists(): readonly PaletteAction[] {
  const { review } = useReview();
  return flagKinds.map((flag) => ({
    id: `flag ${flag}`,
    label: messages.palette.showFlag(messages.flags.badges[flag]),
    group: 'review',
    run: () => {
      review.set({ ...firstReviewView, filter: { ...noFilter, flag } });
      goTo('review');
    },
  }));
}

const themes = ['system', 'light', 'dark'] as const;
const densities = ['comfortable', 'compact'] as const;

function useAppearance(): readonly PaletteAction[] {
  const { workspace } = useData();
  const { announce } = useShell();
  const settings = useObservable(workspace.settings);
  const change = (part: SettingsChange): void => {
    workspace.commands.changeSettings(part).catch(() => announce(messages.settings.saveFailed));
  };
  const action = actionsIn('view');
  const text = messages.palette;
  return [
    ...themes.map((theme) =>
      action(
        `theme ${theme}`,
        text.theme[theme],
        () => change({ theme }),
        settings.theme === theme,
      ),
    ),
    ...densities.map((density) =>
      action(
        `density ${density}`,
        text.density[density],
        () => change({ density }),
        settings.density === density,
      ),
    ),
  ];
}

function useJournal(): readonly PaletteAction[] {
  const { journal } = useData();
  const { run } = useShell();
  const { busy } = useObservable(journal.view);
  // The Approvals screen shows the result.
  const begin = (work: Promise<void>): void => {
    goTo('approvals');
    run(work);
  };
  const { verifyJournal, exportJournal } = messages.palette;
  const action = actionsIn('approvals');
  const isBusy = busy !== null;
  return [
    action('verifyJournal', verifyJournal, () => begin(journal.verify()), isBusy),
    ...journalFormatSchema.options.map((format) =>
      action(
        `exportJournal ${format}`,
        exportJournal[format],
        () => begin(journal.save(format)),
        isBusy,
      ),
    ),
  ];
}

function useAccount(
  onChangeConnection: () => void,
  onSignOut: () => void,
): readonly PaletteAction[] {
  const { workspace, signIn } = useData();
  const { program, run } = useShell();
  const session = useObservable(workspace.session);
  const { busy } = useObservable(signIn.view);
  const text = messages.palette;
  const isOver = session.kind === 'signedOut';
  const show = (what: 'about' | 'whatsNew') => () => program.set(what);
  const action = actionsIn('app');
  return [
    action('signIn', text.signIn, () => run(signIn.signIn()), !isOver || busy !== null),
    action(
      'changeConnection',
      text.changeConnection,
      onChangeConnection,
      !isOver || session.connection.kind !== 'service',
    ),
    action('account', text.account, () => goTo('settings', 'account')),
    action('notifications', text.notifications, () => goTo('settings', 'notifications')),
    action('lock', text.lock, () => run(workspace.bridge.call('app.lock'))),
    action('signOut', text.signOut, onSignOut),
    action('whatsNew', messages.updates.whatsNew, show('whatsNew')),
    action('about', messages.settings.about.title, show('about')),
    action('copyDiagnostics', text.copyDiagnostics, () =>
      run(workspace.bridge.call('app.copyDiagnostics')),
    ),
    action('removeEverything', text.removeEverything, () =>
      run(workspace.bridge.call('app.removeEverything')),
    ),
  ];
}
