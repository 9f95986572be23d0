/**
 * `npm run package -- --verify`: installs, uses, upgrades and removes the package on a clean computer. An
 * installed Billfold allows no debugger, so the checks read the screen and press keys from outside. Pictures
 * of the real window are in out/package/pictures.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installCommand, installPackages } from '../system-packages.ts';
import { HOME, makeCleanSystem, type CleanSystem, type Desktop } from './clean-system.ts';
import { packageApp, type Packaged } from './package-app.ts';

const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, 'out/package/pictures');
const PROGRAMS = ['mmdebstrap', 'unshare', 'dpkg-deb', 'rpmbuild'];
const PACKAGES = ['mmdebstrap', 'util-linux', 'dpkg', 'rpm'];
const PROFILE = `${HOME}/.config/Billfold`;
const INSTALLED_ENTRY = '/usr/share/applications/billfold.desktop';
/** A desktop entry with a screen reader's switch, which makes Chromium describe the page, not only the window. */
const READ_ALOUD = `${HOME}/read-aloud.desktop`;
const REFUSED = [
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--proxy-server=http://127.0.0.1:1',
  '--host-rules=MAP * 127.0.0.1',
  '--js-flags=--expose-gc',
  '--no-sandbox',
  '--inspect=0',
  '--inspect-brk',
  '--user-data-dir=/tmp/other',
];
type Report = (what: string, passed: boolean, seen?: string) => void;

/** @returns the exit code */
export async function verifyPackage(): Promise<number> {
  const missing = await missingRequirement();
  if (missing !== null) {
    console.log(`The package is not verified here: ${missing}.`);
    return 1;
  }
  const checks: { readonly what: string; readonly passed: boolean; readonly seen: string }[] = [];
  const report: Report = (what, passed, seen = '') => {
    checks.push({ what, passed, seen });
    console.log(`${passed ? 'passed' : 'FAILED'}  ${what}${seen === '' ? '' : `: ${seen}`}`);
  };
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'billfold-verify-'));
  const system = makeCleanSystem();
  try {
    const { before, now } = await makePackages(work);
    checkContents(now, report);
    install(system, before, report);
    await useFirst(system, report);
    upgrade(system, debOf(now), report);
    await useAgain(system, report);
    remove(system, report);
  } finally {
    system.close();
    rmSync(work, { recursive: true, force: true });
  }
  console.log(
    'Not had here: AppImage, dmg, zip, NSIS, MSI, and every signature (docs/releasing.md).',
  );
  const passed = checks.filter((check) => check.passed).length;
  console.log(`${passed} passed, ${checks.length - passed} failed`);
  return passed === checks.length ? 0 : 1;
}

/** @returns the reason it cannot run here, or null */
async function missingRequirement(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs Linux and root, to make a system of its own';
  const missing = () => PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing().length > 0) await installPackages(PACKAGES);
  return missing().length === 0
    ? null
    : `${missing().join(', ')} not found (on Debian: ${installCommand(PACKAGES)})`;
}

/** Until the first release, the earlier version is this one with a lower number. */
async function makePackages(work: string): Promise<{ before: string; now: Packaged }> {
  const older = await packageApp({ targets: ['deb'], version: `${version()}-before` });
  const before = join(work, 'billfold-before.deb');
  copyFileSync(debOf(older), before);
  return { before, now: await packageApp({ targets: ['deb', 'rpm'] }) };
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return (manifest as { readonly version: string }).version;
}

const debOf = ({ files }: Packaged): string => files.find((file) => file.endsWith('.deb')) ?? '';

function checkContents({ files, folder, asarFiles, fuses }: Packaged, report: Report): void {
  report('app.asar holds what is expected, no map, no secret', asarFiles > 0, `${asarFiles} files`);
  const known = fuses.filter(({ found }) => found !== null);
  const asWanted = known.filter(({ wanted, found }) => wanted === found);
  const unknown = fuses.filter(({ found }) => found === null).map(({ name }) => name);
  report(
    'the fuses are read back from the program',
    known.length > 0 && asWanted.length === known.length,
    `${asWanted.length} as decided; not known to this runtime: ${unknown.join(', ') || 'none'}`,
  );
  const legal = join(folder, 'resources/legal');
  const bom = JSON.parse(readFileSync(join(legal, 'sbom.cdx.json'), 'utf8')) as {
    components: readonly { name: string; version: string }[];
  };
  const notices = readFileSync(join(legal, 'NOTICES.txt'), 'utf8');
  const parts = bom.components.filter(({ name }) => name !== 'electron');
  report(
    'each part of the list of parts has its license in the notices',
    parts.length > 0 && parts.every((part) => notices.includes(`\n${part.name} ${part.version} (`)),
    `${parts.length} parts and Electron`,
  );
  const rpm = files.find((file) => file.endsWith('.rpm')) ?? '';
  const inRpm = spawnSync('rpm', ['-qpl', rpm], { encoding: 'utf8' }).stdout.split('\n');
  const lists = globSync('**/*.{asar,txt,pak}', { cwd: folder });
  report(
    'the .rpm holds the same files',
    lists.length > 0 && lists.every((file) => inRpm.includes(`/opt/Billfold/${file}`)),
    `${inRpm.length - 1} files`,
  );
}

function install(system: CleanSystem, deb: string, report: Report): void {
  system.run('apt-get', 'update');
  const inside = system.bring(deb);
  const installed = system.run('apt-get', 'install', '-y', '--no-install-recommends', inside);
  report('it installs in a clean Debian, with what it names', installed.status === 0);
  const libraries = system.run('ldd', '/opt/Billfold/billfold').said;
  const lost = libraries.split('\n').filter((line) => line.includes('not found'));
  report('every library it needs is there', lost.length === 0, lost.join(';').trim());
  const mode = system.run('stat', '-c', '%A %U', '/opt/Billfold/billfold').said.trim();
  report('its program is root’s, and nobody else writes it', mode === '-rwxr-xr-x root', mode);
}

async function useFirst(system: CleanSystem, report: Report): Promise<void> {
  const desktop = await system.logIn();
  const { run } = desktop;
  try {
    report('it starts from its desktop file', await desktop.start(INSTALLED_ENTRY));
    const title = await desktop.see('Approve bills anywhere, even offline', 'frame');
    report('as an ordinary user it shows its window', title !== null, title ?? '');
    await checkSandbox(desktop, report);
    await desktop.picture(join(pictures, '1-started.png'));
    report('it quits by Ctrl+Q', await quits(desktop));
    await checkAnswers(desktop, report);
    await checkRefusals(desktop, report);
    await run(
      'sh',
      '-c',
      `sed 's/%U/--force-renderer-accessibility/' ${INSTALLED_ENTRY} > ${READ_ALOUD}`,
    );
    await desktop.start(READ_ALOUD);
    // Use the browser sign-in: the sample also opens without it.
    await desktop.press('See how sign-in works', 'push button');
    const read = await desktop.see('Synced');
    report('the sample company: signed in by the browser, the bills are read', read !== null);
    await desktop.picture(join(pictures, '2-bills.png'));
    await approve(desktop, report);
    await desktop.picture(join(pictures, '3-sent.png'));
    report('it quits again', await quits(desktop));
  } finally {
    await desktop.close();
  }
}

/** Approves the first bill by keyboard. */
async function approve({ see, key, run }: Desktop, report: Report): Promise<void> {
  const count = /\d+/.exec((await see('to review', 'link')) ?? '')?.[0] ?? '0';
  await key('Down');
  // Billfold accepts an approval only after the bill has been on screen for a moment.
  await run('sleep', '0.5');
  await key('a');
  const left = await see(`Review ${Number(count) - 1} to review`, 'link');
  report(
    'a bill is approved by the A key',
    left !== null,
    `${count} bills, then ${left ?? 'no fewer'}`,
  );
  // This waits for the undo period, the recheck and the service's answer.
  const confirmed = `grep -o '"outcome":{"kind":"[a-z]*"' ${PROFILE}/journal/*`;
  await run('sh', '-c', `for i in $(seq 50); do ${confirmed} && break; sleep 1; done`);
  const { said } = await run('sh', '-c', confirmed);
  const isOnce = said.trim().split('\n').length === 1 && said.includes('"confirmed"');
  report('the approval is sent, once, and the service has confirmed it', isOnce, said.trim());
  report('nothing waits to be sent', (await see('No pending approvals')) !== null);
}

async function checkSandbox({ run }: Desktop, report: Report): Promise<void> {
  const status = await run('sh', '-c', 'cat /proc/$(pgrep -f type=renderer | head -1)/status');
  const field = (name: string): string =>
    new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status.said)?.[1] ?? '';
  const seen = `seccomp ${field('Seccomp')}, pids ${field('NSpid').split(/\s+/).length} deep`;
  const isOn = field('Seccomp') === '2' && field('NSpid').split(/\s+/).length > 1;
  report('the page runs in the system’s sandbox', isOn, seen);
}

async function checkAnswers({ run }: Desktop, report: Report): Promise<void> {
  for (const [argument, start] of [
    ['--version', `Billfold ${version()}`],
    ['--help', 'Usage: billfold '],
  ] as const) {
    // Read standard output only.
    const { status, said } = await run('sh', '-c', `billfold ${argument} 2>/dev/null`);
    const isAnswer = status === 0 && said.startsWith(start);
    report(`${argument} is answered`, isAnswer, said.split('\n')[0]);
  }
}

async function checkRefusals({ run }: Desktop, report: Report): Promise<void> {
  for (const argument of REFUSED) {
    const { status, said } = await run('billfold', argument);
    const sentence =
      /Billfold does not accept --[a-z-]+\. Start it without this option\./.exec(said)?.[0] ?? '';
    report(`${argument} is refused`, status === 2 && sentence !== '', `exit code ${status}`);
  }
  const asNode = await run('env', 'ELECTRON_RUN_AS_NODE=1', 'billfold', '-e', 'console.log(6 * 7)');
  report('it is no Node for others', asNode.status === 2 && !asNode.said.includes('42'));
  const marker = `${HOME}/loaded`;
  await run('sh', '-c', `echo 'require("fs").writeFileSync("${marker}", "")' > ${HOME}/load.js`);
  await run('env', `NODE_OPTIONS=--require=${HOME}/load.js`, 'billfold', '--no-sandbox');
  const loaded = await run('test', '-e', marker);
  report('NODE_OPTIONS loads nothing into it', loaded.status !== 0);
}

async function quits({ key, run }: Desktop): Promise<boolean> {
  await key('ctrl+q');
  const wait =
    'for i in $(seq 40); do pgrep -f /opt/Billfold/billfold || exit 0; sleep 0.5; done; exit 1';
  // The brackets keep the pattern from matching the shell's own command line.
  return (await run('sh', '-c', wait.replace('/opt/Billfold', '/opt/[B]illfold'))).status === 0;
}

function upgrade(system: CleanSystem, deb: string, report: Report): void {
  const installed = system.run('dpkg', '-i', system.bring(deb));
  const now = system.run('dpkg-query', '-W', '-f', '${Version}', 'billfold').said.trim();
  report('dpkg -i upgrades it', installed.status === 0 && now === version(), now);
}

async function useAgain(system: CleanSystem, report: Report): Promise<void> {
  const desktop = await system.logIn();
  try {
    await desktop.start(READ_ALOUD);
    const read = await desktop.see('Synced');
    report('after the upgrade it is signed in, and the bills are there', read !== null);
    const log = (await desktop.run('sh', '-c', `cat ${PROFILE}/logs/*`)).said;
    const versions = [...log.matchAll(/"version":"([^"]+)"/g)].map((match) => match[1]);
    const both = versions.includes(version()) && versions.includes(`${version()}-before`);
    report('both versions wrote into one profile', both, [...new Set(versions)].join(', '));
    await desktop.press('Approvals', 'link');
    const row = await desktop.see('Sent', undefined, 20);
    report('the approval made before is there', row !== null, row ?? '');
    await desktop.picture(join(pictures, '4-upgraded.png'));
    report('it quits', await quits(desktop));
  } finally {
    await desktop.close();
  }
}

function remove(system: CleanSystem, report: Report): void {
  const digest = (): string =>
    system.run(
      'sh',
      '-c',
      `cd ${PROFILE} && find . -type f | sort | xargs -d '\\n' sha256sum | sha256sum`,
    ).said;
  const before = digest();
  for (const [option, name] of [
    ['-r', 'removed'],
    ['-P', 'purged'],
  ] as const) {
    const gone = system.run('dpkg', option, 'billfold').status === 0;
    const left = system.run('ls', '/opt/Billfold', '/usr/bin/billfold', INSTALLED_ENTRY).said;
    const isGone = left.split('\n').filter((line) => line.includes('No such file')).length === 3;
    report(`it is ${name}, and the profile is untouched`, gone && isGone && digest() === before);
  }
}
