import type { PullView } from '../mirror/pull-status.ts';
import { pullStatusOfAll } from '../mirror/pull-status-of-all.ts';
import type { WorkspaceViews } from './workspace-views.ts';

type NoticeResult = Pick<
  WorkspaceViews,
  'pull' | 'pullFailedIn' | 'invoicePull' | 'historyReadOf' | 'organizationId'
>;

/**
 * Tells the screens how far the mirror of what they show is.
 * @param shown the organizations on screen, the current one first
 */
export function publishPull(views: NoticeResult, view: PullView, shown: readonly string[]): void {
  const read = shown.map((id) => ({ id, status: view.statusOf(id) }));
  views.pull.set(
    read.length === 0 ? view.statusOf(null) : pullStatusOfAll(read.map(({ status }) => status)),
  );
  const failed = read.find(({ status }) => status.error !== null);
  const isOfAll = read.every(({ status }) => status.error === failed?.status.error);
  views.pullFailedIn.set(isOfAll ? null : (failed?.id ?? null));
  const complete = read.filter(({ status }) => status.historyAsOfMs !== null).map(({ id }) => id);
  const known = views.historyReadOf.get();
  if (known.size !== complete.length || !complete.every((id) => known.has(id))) {
    views.historyReadOf.set(new Set(complete));
  }
  views.invoicePull.set(view.invoicesOf(views.organizationId.get()));
}
