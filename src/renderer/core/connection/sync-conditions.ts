import type { Clock } from '../../../base/clock.ts';
import type { Observable } from '../../../base/observable.ts';
import type { PayloadOf } from '../../../bridge/events.ts';
import type { SessionState } from '../../../bridge/session.ts';
import { invoicesScope } from '../../../contract/assumptions.ts';
import { uncheckedOf, type Settings } from '../../../bridge/settings.ts';
import type { BillCache } from '../mirror/bill-cache.ts';
import type { Connectivity } from './connectivity.ts';
import type { PauseReason, Pauses } from '../mirror/pauses.ts';
import type { Platform } from './platform.ts';
import type { PullQuota } from '../mirror/pull-budget.ts';
import type { PullConditions } from '../mirror/pull.ts';
import type { PushConditions } from '../outbox/push.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Conditions of pull and push: session, power, window, network, the user's requests. */
export interface SyncConditions {
  /** Reads the conditions of earlier launches. @throws when the disk refuses */
  read(): Promise<void>;
  ofPull(): PullConditions;
  ofPush(): PushConditions;
  /** Sign-in that approvals are made under: the present one, else the last. */
  signInId(): string | null;
  /** Returns whether this connection sees the sign-in for the first time. */
  sessionChanged(session: SessionState): Promise<boolean>;
  powerChanged(power: PayloadOf<'power.changed'>): void;
  /** The Invoices screen was opened or closed. */
  setInvoicesShown(isShown: boolean): void;
  /** The window was shown or hidden. */
  visibilityChanged(): void;
  /** Another organization came on screen. */
  organizationShown(): void;
  /** The user asked to retry waiting approvals now. */
  askedByUser(): void;
  organizationsRead(organizationIds: readonly string[]): Promise<void>;
  /** When the organizations were last read, epoch milliseconds. */
  organizationsReadAtMs(): number | null;
}

export interface ConditionsDeps {
  readonly clock: Clock;
  readonly platform: Platform;
  readonly settings: Observable<Settings>;
  readonly quota: Observable<PullQuota | null>;
  readonly cache: BillCache;
  readonly pauses: Pauses;
  readonly views: Pick<WorkspaceViews, 'organizations' | 'organizationId' | 'allOrganizations'>;
  readonly connectivity: Observable<Connectivity>;
  readonly connectionId: string;
}

/** Reasons that stop sending. A full disk or a used-up background share does not. */
const stopsPush: readonly PauseReason[] = [
  'offline',
  'signedOut',
  'asleep',
  'discarding',
  'closing',
];

export function createSyncConditions(deps: ConditionsDeps): SyncConditions {
  const { clock, cache, pauses, platform, views } = deps;
  let isOnBattery = false;
  let areInvoicesShown = false;
  let mayReadInvoices = false;
  let shownAtMs: number | null = null;
  let askedAtMs = 0;
  let currentSignInId: string | null = null;
  let lastSignInId: string | null = null;
  let organizationsReadAtMs: number | null = null;
  /** Organizations that were read under this sign-in since the window was opened; null until then. */
  let seenOrganizations: ReadonlySet<string> | null = null;

  return {
    read: async () => {
      lastSignInId = await cache.fact('signInId');
      organizationsReadAtMs = await cache.fact('organizationsReadAtMs');
    },
    ofPull: () => ({
      isVisible: platform.visibility.get(),
      isOnBattery,
      shownAtMs,
      quota: deps.quota.get(),
      organizationsReadAtMs,
      areInvoicesShown,
      mayReadInvoices,
      areAllShown: views.allOrganizations.get(),
      organizationIds: currentFirst(views),
    }),
    ofPush: () => {
      const { state, sinceMs } = deps.connectivity.get();
      const onlineAtMs = state === 'online' ? (sinceMs ?? 0) : 0;
      const held = pauses.reasons.get();
      return {
        maySend: !stopsPush.some((reason) => held.has(reason)),
        signInId: currentSignInId,
        tryAgainSinceMs: Math.max(onlineAtMs, askedAtMs),
        sendAgainByItself: deps.settings.get().sendAgainByItself,
        uncheckedFields: uncheckedOf(deps.settings.get().uncheckedFields, deps.connectionId),
        organizationIds: seenOrganizations,
      };
    },
    signInId: () => currentSignInId ?? lastSignInId,
    sessionChanged: async (session) => {
      const before = currentSignInId;
      currentSignInId = session.kind === 'signedIn' ? session.signInId : null;
      if (currentSignInId !== before) seenOrganizations = null;
      pauses.set('signedOut', currentSignInId === null);
      mayReadInvoices = session.kind === 'signedIn' && session.scopes.includes(invoicesScope);
      if (currentSignInId === null || currentSignInId === lastSignInId) return false;
      const signInId = currentSignInId;
      // Another user may see other organizations. Write this first: if writing the sign-in fails, both are repeated.
      organizationsReadAtMs = null;
      await cache.putFact('organizationsReadAtMs', 0);
      await cache.putFact('signInId', signInId);
      lastSignInId = signInId;
      return true;
    },
    powerChanged: (power) => {
      if (power === 'onBattery' || power === 'onMains') isOnBattery = power === 'onBattery';
      else pauses.set('asleep', power === 'suspended');
    },
    setInvoicesShown: (isShown) => {
      areInvoicesShown = isShown;
    },
    visibilityChanged: () => {
      if (platform.visibility.get()) shownAtMs = clock.nowMs();
    },
    organizationShown: () => {
      shownAtMs = clock.nowMs();
    },
    askedByUser: () => {
      askedAtMs = clock.nowMs();
      // An organization may have been added, or may have been missing for a moment, since the last reading.
      organizationsReadAtMs = null;
    },
    organizationsRead: async (organizationIds) => {
      seenOrganizations = new Set(organizationIds);
      const nowMs = clock.nowMs();
      // Write to disk first: if that fails, the organizations count as unread and are read again at once.
      await cache.putFact('organizationsReadAtMs', nowMs);
      organizationsReadAtMs = nowMs;
    },
    organizationsReadAtMs: () => organizationsReadAtMs,
  };
}

function currentFirst(views: ConditionsDeps['views']): readonly string[] {
  const current = views.organizationId.get();
  const ids = views.organizations.get().map(({ id }) => id);
  return current === null ? ids : [current, ...ids.filter((id) => id !== current)];
}
