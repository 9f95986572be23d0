import type { Settings, SettingsChange } from '../../../bridge/settings.ts';
import {
  type ApprovalCommandDeps,
  type ApprovalCommands,
  createApprovalCommands,
} from '../approve/approval-commands.ts';
import { attemptsOf, cancelSending, discardUnsent } from '../outbox/cancel-sending.ts';
import type { ConnectionControl } from './connection.ts';
import type { ConnectionDeps } from './open-connection.ts';

/** Actions of the user. */
export interface Commands extends ApprovalCommands {
  selectOrganization(organizationId: string): Promise<void>;
  /** Shows the bills of every organization together. Does nothing with fewer than two. */
  showAllOrganizations(): Promise<void>;
  /** The Invoices screen was opened or closed. Billfold reads invoices once it has been opened. */
  showInvoices(isShown: boolean): void;
  /** While the connection has a fault: tries to open the connection at once. */
  tryAgain(): void;
  /** Syncs, and retries waiting approvals, now. */
  refresh(): void;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /** Pauses or resumes sending: the user decides whether to discard the pending approvals. */
  pauseSending(isPaused: boolean): void;
  /**
   * Signs out. Deletes the connection's cached bills, never the outbox.
   * @param ownWork notes, holds, snoozes, hidden bills and saved views: kept unless the user removes them too
   */
  signOut(waiting: 'keep' | 'discard', ownWork?: 'keep' | 'remove'): Promise<void>;
}

/** A change, or a function that makes one from the settings as the previous change left them. */
export type ChangeOfSettings = SettingsChange | ((now: Settings) => SettingsChange);

interface CommandDeps extends ApprovalCommandDeps {
  readonly views: ConnectionDeps['views'];
  readonly connection: ConnectionControl;
  changeSettings(change: ChangeOfSettings): Promise<void>;
  /** Wipes the connection's cache and ends the session. */
  endSession(ownWork: 'keep' | 'remove'): Promise<void>;
}

/** Creates the user's commands. */
export function createCommands(deps: CommandDeps): Commands {
  const { clock, outbox, views, connection } = deps;
  const allIds = () => outbox.approvals.get().map(({ id }) => id);
  return {
    ...createApprovalCommands(deps),
    selectOrganization: async (organizationId) => {
      const shown = connection.opened()?.organizationView.show(organizationId);
      const choice = { organizationId, allOrganizations: false };
      await Promise.all([shown, deps.changeSettings(choice)]);
    },
    showAllOrganizations: async () => {
      if (views.organizations.get().length < 2) return;
      const shown = connection.opened()?.organizationView.showAll();
      await Promise.all([shown, deps.changeSettings({ allOrganizations: true })]);
    },
    showInvoices: connection.showInvoices,
    tryAgain: () => void connection.follow(),
    refresh: connection.refresh,
    changeSettings: deps.changeSettings,
    pauseSending: (isPaused) => {
      connection.opened()?.pauses.set('discarding', isPaused);
      const attempts = isPaused ? attemptsOf(outbox, allIds()) : [];
      if (attempts.length > 0) deps.cancelAttempts(attempts).catch(connection.noticeFault);
    },
    signOut: async (waiting, ownWork = 'keep') => {
      const pauses = connection.opened()?.pauses;
      const ids = allIds();
      const attempts = attemptsOf(outbox, ids);
      // Stop sending: after the user's decision, no approval may leave, whether it waits in main or here.
      pauses?.set('closing', true);
      try {
        if (waiting === 'discard') {
          await cancelSending(deps, ids);
          await discardUnsent(outbox, clock.nowMs());
        } else if (attempts.length > 0) await deps.cancelAttempts(attempts);
        await deps.endSession(ownWork);
      } catch (problem) {
        pauses?.set('closing', false);
        throw problem;
      }
    },
  };
}
