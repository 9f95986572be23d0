import { createSerial } from '../../../base/serial.ts';
import type { BillChange } from '../mirror/cache-database.ts';
import { startPull } from '../mirror/pull.ts';
import { pullIntervals } from '../mirror/pull-policy.ts';
import { pullStatusOfAll, type PullView } from '../mirror/pull-status.ts';
import { startPush } from '../outbox/push.ts';
import type { OpenRuntime } from './connection-runtime.ts';
import { createScreenKeeper } from './screen-keeper.ts';
import type { WorkspaceViews } from './workspace-views.ts';

/** Starts pull and push of a connection in use. */
export async function startSync(open: OpenRuntime): Promise<void> {
  const { deps, pauses, calls, connectivity, conditions, invoiceView, organizationView } = open;
  const { views, onFault } = deps;
  // A retry continues with the part that exists.
  const screens = (open.screens ??= createScreenKeeper({
    ...deps,
    approvals: deps.outbox.approvals,
    shown: organizationView.shown,
  }));
  const onChange = (change: BillChange): void => {
    views.bills.change(change);
    screens.written();
  };
  const shared = { ...deps, exclusive: createSerial(), onChange, run: deps.ids.next() };
  const pull = await startPull({
    ...shared,
    calls,
    pauses,
    conditions: conditions.ofPull,
    onOrganizations: open.keepOrganizations,
    onCrawlComplete: () => open.push?.wake(),
    onChange: (change) => {
      if (change.of === 'bills') onChange(change);
      else {
        invoiceView.changed(change);
        screens.written();
      }
    },
    onMalformed: ({ organizationId, group }) => {
      if (group === 'invoices') invoiceView.showMalformed(organizationId);
      else organizationView.showMalformed(organizationId).catch(onFault);
    },
  });
  open.pull = pull;
  open.publish = () => publishPull(views, pull.view.get(), organizationView.shown());
  open.stops.push(pull.view.subscribe(() => open.publish()));
  open.publish();
  open.push = startPush({
    ...shared,
    decide: deps.parts?.decide,
    onDistrust: views.sendingPaused.set,
    onPermission: views.missingPermission.set,
    conditions: conditions.ofPush,
    readings: pull.readings,
    onAnswer: connectivity.report,
  });
  learnConnectivity(open);
}

/** The pull reads the organizations by itself unless it did so recently. Then a probe is needed. */
function learnConnectivity({ deps, conditions, connectivity }: OpenRuntime): void {
  const readAtMs = conditions.organizationsReadAtMs();
  if (readAtMs === null || deps.clock.nowMs() - readAtMs >= pullIntervals.organizationsMs) return;
  connectivity.probeNow();
}

/**
 * Shows the progress of the mirror of these organizations.
 * @param shown the organizations on screen, the current one first
 */
function publishPull(views: WorkspaceViews, view: PullView, shown: readonly string[]): void {
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
