import { billPageOf } from '../../bridge/bill-page.ts';
import { mailtoOf } from '../../bridge/mail-draft.ts';
import type { RequestOf } from '../../bridge/methods.ts';
import type { Session } from '../auth/session.ts';
import type { OpenInBrowser } from '../auth/sign-in.ts';
import { readRedirectUri } from '../auth/urls.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { Updater } from '../updates/updater.ts';

interface LinkDeps {
  readonly session: Pick<Session, 'connection' | 'authorizeLink'>;
  readonly settings: Pick<SettingsStore, 'settings'>;
  readonly updates: Pick<Updater, 'state'>;
  readonly openInBrowser: OpenInBrowser;
  readonly copy: (text: string) => Promise<void>;
}

/** Opens the bill in the service's web app. Returns whether a program opened. */
export async function openBill(
  { session, settings, openInBrowser }: LinkDeps,
  bill: RequestOf<'connection.openBill'>,
): Promise<boolean> {
  const connectionId = session.connection()?.id;
  const { billPages } = settings.settings.get();
  const page = billPages.find((each) => each.connectionId === connectionId);
  const url = page ? billPageOf(page, bill) : null;
  return url !== null && (await openInBrowser(url)).ok;
}

/** Opens the user's mail program with a draft. Returns whether it opened. */
export async function draftMail(
  { openInBrowser }: LinkDeps,
  draft: RequestOf<'app.draftMail'>,
): Promise<boolean> {
  const url = mailtoOf(draft);
  return url !== null && (await openInBrowser(url)).ok;
}

export async function openReleasePage({ updates, openInBrowser }: LinkDeps): Promise<void> {
  const now = updates.state.get();
  // The address comes from the signed release, not from the window.
  if (now.kind === 'available') await openInBrowser(now.release.page);
}

/** Copies the redirect URI as Billfold would use it. Returns whether it is valid. */
export async function copyRedirectUri({ copy }: LinkDeps, typed: string): Promise<boolean> {
  const redirect = readRedirectUri(typed);
  if (redirect.ok) await copy(redirect.value.uri);
  return redirect.ok;
}

/** Copies the link of the sign-in that is under way. */
export async function copyLink({ session, copy }: LinkDeps): Promise<void> {
  const link = session.authorizeLink();
  if (link !== null) await copy(link);
}
