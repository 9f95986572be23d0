import { useEffect } from 'react';
import { languageSchema } from '../../../bridge/settings.ts';
import { builtInViews, choiceOf, largeAmount } from '../../core/bills/lists/built-in-views.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import type { ListChoice } from '../../core/model/list-choice.ts';
import { listChoiceOf, type SavedView } from '../../core/local/saved-view.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { plainDateAt } from '../../../base/days.ts';
import type { PaletteAction } from '../../kit/actions/action-registry.ts';
import { formatBuiltInView } from '../../kit/parts/format-view.ts';
import { goTo } from '../../kit/services/route.ts';
import { type DataServices, useData } from '../../kit/services/data.ts';
import { type ReviewServices, useReview } from '../../kit/services/review.ts';
import { type ShellServices, useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { weekStart } from '../../kit/ui/dates.ts';

/** Offers every view, report, setting and language on every screen. */
export function usePlaceActions(): void {
  const data = useData();
  const shell = useShell();
  const reviewing = useReview();
  // The names also depend on bills and settings, so the palette reads them when it opens.
  const views = useObservable(data.workspace.views.all);
  useEffect(
    () =>
      shell.actions.add(() => [
        ...viewActions(views, data, shell, reviewing),
        ...reportActions(),
        ...settingActions(data),
        ...languageActions(data, shell),
      ]),
    [views, data, shell, reviewing],
  );
}

function viewActions(
  views: readonly SavedView[],
  { workspace, clock }: DataServices,
  { locale, announce }: ShellServices,
  { review, trail }: ReviewServices,
): readonly PaletteAction[] {
  const { bills, settings } = workspace;
  const large = largeAmount(bills, settings.get().limits);
  const today = plainDateAt(clock.nowMs());
  const calendar = { today, weekStartsOn: weekStart(locale), large };
  const text = messages.views.saved;
  const show = (choice: ListChoice, name: string) => (): void => {
    trail.leave(review.get());
    review.set({ ...firstReviewView, ...choice });
    goTo('review');
    announce(text.applied(name));
  };
  const builtIn = builtInViews.flatMap((view): readonly PaletteAction[] => {
    const choice = choiceOf(view, calendar);
    if (choice === null) return [];
    const name = formatBuiltInView(view, large, locale);
    const label = text.palette(name);
    return [{ id: `view ${view}`, label, group: 'view', run: show(choice, name) }];
  });
  const own = views.map((view): PaletteAction => ({
    id: `view ${view.id}`,
    label: text.palette(view.name),
    group: 'view',
    run: show(listChoiceOf(view), view.name),
  }));
  return [...builtIn, ...own];
}

function reportActions(): readonly PaletteAction[] {
  return (['plan', 'statement'] as const).map((part) => ({
    id: `report ${part}`,
    label: messages.reports.parts[part],
    group: 'go',
    run: () => goTo('reports', part),
  }));
}

function settingActions({ policy }: DataServices): readonly PaletteAction[] {
  const { settings, limits, updates, palette } = messages;
  const { approving, reading, notifications, desktop, locking, appearance, keyboard, account } =
    settings;
  const labels: Readonly<Record<string, readonly string[]>> = {
    approving: [approving.undo.label, approving.sendAgain.label, approving.skipCheck.label],
    limits: [limits.title],
    flags: [settings.flags.title],
    reading: [reading.share],
    notifications: [
      notifications.notifySent.label,
      notifications.notifyAttention.label,
      notifications.notifyDueTomorrow.label,
      notifications.notifyDigest.label,
    ],
    desktop: [desktop.keepSending.label, desktop.openAtLogin.label],
    locking: policy.lockAfterMinutes === null ? [locking.after.label] : [],
    appearance: [appearance.theme.label, appearance.language.label, appearance.density.label],
    keyboard: [keyboard.singleKeys.label],
    account: [settings.billPage.label, account.connection],
    updates: [updates.title],
  };
  return Object.entries(labels).flatMap(([part, texts]) =>
    texts.map((label) => ({
      id: `setting ${part} ${label}`,
      label: palette.setting(label),
      group: 'app' as const,
      isFoundOnly: true,
      run: () => goTo('settings', part),
    })),
  );
}

function languageActions(
  { workspace }: DataServices,
  { announce }: ShellServices,
): readonly PaletteAction[] {
  const { settings, commands } = workspace;
  const { choices: languages } = messages.settings.appearance.language;
  return (['system', ...languageSchema.options] as const).map((language) => ({
    id: `language ${language}`,
    label: messages.palette.language(languages[language]),
    group: 'view',
    isFoundOnly: true,
    isDisabled: settings.get().language === language,
    run: () => {
      commands.changeSettings({ language }).catch(() => announce(messages.settings.saveFailed));
    },
  }));
}
