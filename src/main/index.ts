import { app, powerMonitor, protocol } from 'electron';
import { builtFiles, copy, describeProgram, showInFolder } from './desktop/adapters.ts';
import { registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { createBillLinks, isPlainStart } from './desktop/bill-links.ts';
import { hostBridge } from './desktop/bridge-host.ts';
import { createServiceConfirmation } from './desktop/confirm-service.ts';
import { readEnvironment, type Environment } from './desktop/environment.ts';
import { printAndExit, refuse } from './desktop/dialogs.ts';
import { sendChanges, throttled } from './desktop/event-sender.ts';
import { connectAtStart } from './desktop/first-connection.ts';
import { createHandlers, describeApp } from './desktop/handlers.ts';
import { answerTo, guardStart } from './desktop/packaged-start.ts';
import { createWindowAlarm, watchPower, watchScreen } from './desktop/power.ts';
import { registerLinks } from './desktop/presence.ts';
import { policyAtStart, takeProfile } from './desktop/profile.ts';
import { APP_ID, installedProfileOf } from './profile/installed.ts';
import { createMachineParts, outsidePathOf, stateFolderOf } from './profile/this-machine.ts';
import {
  createDesktop,
  createExports,
  createJournalAndSender,
  createService,
  createBase,
  type Start,
} from './desktop/parts.ts';

/** Exit code of a start with options that an installed Billfold refuses. */
const WRONG_START = 2;

/**
 * Minimum interval of quota updates to the window, milliseconds: each request changes the quota
 * twice.
 */
const QUOTA_EVERY_MS = 200;

// Schemes, the sandbox and the profile must be set before the app is ready; later Electron refuses.
registerAppScheme(protocol);
app.enableSandbox();
app.setAppUserModelId(APP_ID);
// Otherwise a page could leak text in host names: DNS prefetching ignores the page's policy and proxy.
app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false');
const machine = createMachineParts(app.getPath('home'));
const commandLine = process.argv.slice(1);
const refusal = guardStart(app.isPackaged, commandLine, process.env, process.platform);
const text = app.isPackaged ? answerTo(commandLine, app.getVersion(), process.platform) : null;
const environment = readEnvironment(process.env, app.isPackaged);
// Programs that Billfold starts, such as the browser, inherit the variables.
delete process.env['BILLFOLD_CLIENT_SECRET'];
if (refusal !== null) refuse(refusal, WRONG_START);
else if (text !== null) printAndExit(text);
else if (!environment.ok) refuse(environment.error);
else begin(environment.value);

function begin(given: Environment): void {
  const managed = policyAtStart(app, given);
  const folder = app.isPackaged ? installedProfileOf(machine) : given.profileDir;
  const outside = (profile: string): string =>
    outsidePathOf(given.stateDir ?? stateFolderOf(machine), profile);
  if (!managed.ok) return refuse(managed.error);
  const taken = takeProfile(app, folder);
  if (!taken.ok) return refuse(taken.error);
  if (!taken.value) return app.quit();
  const outsidePath = outside(app.getPath('userData'));
  const links = createBillLinks();
  links.started(process.argv);
  app.on('second-instance', (_event, args) => links.started(args));
  app.on('open-url', (event, address) => {
    event.preventDefault();
    links.opened(address);
  });
  registerLinks();
  // Not awaited: Electron becomes ready only after this module has run to its end.
  void app
    .whenReady()
    .then(() => start({ given, managed: managed.value, machine, outsidePath, links }));
}

async function start(found: Start): Promise<void> {
  let stopRequests = (): void => {};
  const base = createBase(found, () => stopRequests());
  const service = createService(base, () => desktop.shell.show());
  stopRequests = service.api.close;
  const journalParts = createJournalAndSender(base, service);
  const exporters = createExports(base, journalParts, (...file) =>
    desktop.shell.askWhereToSave(...file),
  );
  const desktop = createDesktop(base, service, journalParts, exporters);
  const { notices, settings, policy } = base;
  const { session, api } = service;
  const { shell, updates, lock } = desktop;
  app.on('before-quit', desktop.quit.beforeQuit);
  app.on('second-instance', (_event, args) => {
    if (isPlainStart(args)) shell.show();
  });
  app.on('activate', shell.show);
  found.links.watch(() => {
    shell.show();
    shell.send('link.opened');
  });

  session.start();
  const parts = { ...base, ...service, ...journalParts, ...exporters, ...desktop, ...shell, copy };
  const handlers = createHandlers({
    ...parts,
    about: describeProgram,
    wakeWindow: createWindowAlarm(base.clock),
    showData: () => showInFolder(base.profile),
    info: describeApp(app, notices, policy, updates),
    connected: connectAtStart({ ...parts, form: found.given.connection, refuse }),
    confirmService: createServiceConfirmation({
      known: () => [session.trustedConnection(), policy.connection],
      ask: shell.askToConnect,
    }),
    profileEpoch: journalParts.marks.epoch,
    links: found.links,
  });
  hostBridge({ ...parts, ...lock, handlers });
  sendChanges(shell.send, {
    'session.changed': session.state,
    'quota.changed': throttled(api.quota, base.clock, QUOTA_EVERY_MS),
    'notices.changed': notices.all,
    'settings.changed': settings.settings,
    'update.changed': updates.state,
  });
  // Each sign-in has its own quota. Reading it publishes it at once, not with the next request.
  session.state.subscribe(api.quota.get);
  settings.settings.subscribe(updates.reconsider);
  updates.start();
  watchScreen(powerMonitor, lock.screenLocked);
  watchPower(powerMonitor, (change) => {
    if (change === 'resumed') journalParts.readings.expire();
    shell.send('power.changed', change);
  });
  serveApp(protocol, { ...parts, ...lock, root: builtFiles.renderer });
  shell.start();
}
