import { useState } from 'react';
import { journalFormatSchema } from '../../bridge/journal.ts';
import { flagKinds, type SettingsChange } from '../../bridge/settings.ts';
import { noFilter } from '../core/model/list-choice.ts';
import { firstReviewView } from '../core/bills/lists/review-view.ts';
import { useOrganizationNames } from '../kit/hooks/use-organizations.ts';
import { messages } from '../kit/text/messages.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import type { PaletteAction } from '../kit/actions/action-registry.ts';
import { useActions } from '../kit/hooks/use-shortcuts.ts';
import { goTo } from '../kit/services/route.ts';
import { usePlaceActions } from './palette/use-place-actions.ts';
import { HandoverActions } from '../screens/approvals/Handover.tsx';
import { SignOutDialog } from '../screens/settings/SignOutDialog.tsx';

export interface AppActionsProps {
  /** Opens the form to change service, client or secret. Only while signed out. */
  readonly onChangeConnection: () => void;
}

/** Commands in the palette on every screen, in addition to the shortcuts. */
export function AppActions({ onChangeConnection }: AppActionsProps) {
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
  const names = useOrganizationNames();
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

/** One command for each kind of flag. It lists the flagged bills that need approval. */
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
  return [
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: messages.palette.theme[theme],
      group: 'view' as const,
      isDisabled: settings.theme === theme,
      run: () => change({ theme }),
    })),
    ...densities.map((density) => ({
      id: `density ${density}`,
      label: messages.palette.density[density],
      group: 'view' as const,
      isDisabled: settings.density === density,
      run: () => change({ density }),
    })),
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
  return [
    {
      id: 'verifyJournal',
      label: messages.palette.verifyJournal,
      group: 'approvals',
      isDisabled: busy !== null,
      run: () => begin(journal.verify()),
    },
    ...journalFormatSchema.options.map((format) => ({
      id: `exportJournal ${format}`,
      label: messages.palette.exportJournal[format],
      group: 'approvals' as const,
      isDisabled: busy !== null,
      run: () => begin(journal.save(format)),
    })),
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
  const actions: readonly PaletteAction[] = [
    {
      id: 'signIn',
      label: text.signIn,
      group: 'app',
      isDisabled: !isOver || busy !== null,
      run: () => run(signIn.signIn()),
    },
    {
      id: 'changeConnection',
      label: text.changeConnection,
      group: 'app',
      isDisabled: !isOver || session.connection.kind !== 'service',
      run: onChangeConnection,
    },
    {
      id: 'account',
      label: text.account,
      group: 'app',
      run: () => goTo('settings', 'account'),
    },
    {
      id: 'notifications',
      label: text.notifications,
      group: 'app',
      run: () => goTo('settings', 'notifications'),
    },
    {
      id: 'lock',
      label: text.lock,
      group: 'app',
      run: () => run(workspace.bridge.call('app.lock')),
    },
    { id: 'signOut', label: text.signOut, group: 'app', run: onSignOut },
    { id: 'whatsNew', label: messages.updates.whatsNew, group: 'app', run: show('whatsNew') },
    { id: 'about', label: messages.settings.about.title, group: 'app', run: show('about') },
    {
      id: 'copyDiagnostics',
      label: text.copyDiagnostics,
      group: 'app',
      run: () => run(workspace.bridge.call('app.copyDiagnostics')),
    },
    {
      id: 'removeEverything',
      label: text.removeEverything,
      group: 'app',
      run: () => run(workspace.bridge.call('app.removeEverything')),
    },
  ];
  return actions;
}
