import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Observable } from '../../base/observable.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import type { QuotaView } from '../../bridge/quota.ts';
import type { SessionState } from '../../bridge/session.ts';
import type { Settings } from '../../bridge/settings.ts';
import type { UpdateState } from '../../bridge/updates.ts';
import type { SecretsStrength } from '../ports.ts';
import type { Notice } from '../settings/notices.ts';

export interface DiagnosticFacts {
  /** Versions of Billfold, of its runtime and of the system. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly session: SessionState;
  readonly quota: QuotaView;
  readonly settings: Settings;
  readonly policy: Policy;
  readonly notices: readonly Notice[];
  readonly update: UpdateState;
  readonly keyring: SecretsStrength;
  /** Folders of the profile whose files are counted. */
  readonly folders: Readonly<Record<string, string>>;
}

interface DiagnosticSources extends Pick<DiagnosticFacts, 'folders' | 'policy' | 'versions'> {
  readonly session: { readonly state: Observable<SessionState> };
  readonly api: { readonly quota: Observable<QuotaView> };
  readonly settings: { readonly settings: Observable<Settings> };
  readonly notices: { list(): readonly Notice[] };
  readonly updates: { readonly state: Observable<UpdateState> };
  readonly secrets: { describe(): Promise<SecretsStrength> };
}

export async function readDiagnostics(sources: DiagnosticSources): Promise<string> {
  const { session, api, settings, notices, updates, secrets } = sources;
  return describeDiagnostics({
    ...sources,
    keyring: await secrets.describe(),
    session: session.state.get(),
    quota: api.quota.get(),
    settings: settings.settings.get(),
    notices: notices.list(),
    update: updates.state.get(),
  });
}

/**
 * Describes versions, host, states and counts for support. It contains no business data: no bill, name, address,
 * identifier or path. So each line is chosen here, and no object is copied whole.
 */
export function describeDiagnostics(facts: DiagnosticFacts): string {
  const { session, quota, settings, policy, update } = facts;
  const { organizationId, limits, billPages, ...chosen } = settings;
  const managed = Object.entries(policy).filter(
    ([name, value]) => value !== Reflect.get(noPolicy, name),
  );
  return JSON.stringify(
    {
      versions: facts.versions,
      session: {
        state: session.kind,
        ...('connection' in session && { connection: session.connection.kind }),
        ...(session.kind === 'signedOut' && { why: session.why }),
        ...(session.kind === 'signedIn' && {
          storage: session.storage,
          scopes: session.scopes.length,
        }),
      },
      keyring: facts.keyring,
      quota,
      settings: {
        ...chosen,
        hasOrganization: organizationId !== null,
        limits: limits.length,
        billPages: billPages.length,
      },
      managed: managed.map(([name]) => name),
      notices: facts.notices.map(({ kind }) => kind),
      update: { state: update.kind, ...('problem' in update && { problem: update.problem }) },
      folders: Object.fromEntries(
        Object.entries(facts.folders).map(([name, path]) => [name, countFiles(path)]),
      ),
    },
    null,
    2,
  );
}

function countFiles(folder: string): { files: number; bytes: number } | null {
  try {
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } catch {
    return null;
  }
}

/** Minimum time between two copies, milliseconds. */
const MIN_PAUSE_MS = 10_000;

/** Copies at most once in ten seconds, so that a taken-over page cannot open one dialog after another. */
export function createDiagnosticsCopier(
  { elapsedMs }: Pick<Clock, 'elapsedMs'>,
  copyAndShow: () => Promise<void>,
): () => Promise<void> {
  let nextMs = 0;
  return async () => {
    if (elapsedMs() < nextMs) return;
    nextMs = Infinity;
    await copyAndShow().finally(() => {
      nextMs = elapsedMs() + MIN_PAUSE_MS;
    });
  };
}
