/**
 * `npm run bench:sign-in`: the hostile cases of tests/attack over Billfold's redirect listener and over
 * its peers'. Prints a table and a line of JSON; ends with 1 when ours misses one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSystemClock } from '../../src/base/system-clock.ts';
import { hostileRequests, tryRequest } from '../../tests/attack/testing/loopback-requests.ts';
import type { HostileRequest } from '../../tests/attack/testing/loopback-requests.ts';
import { hostileStories } from '../../tests/attack/testing/loopback-stories.ts';
import type { HostileStory } from '../../tests/attack/testing/loopback-stories.ts';
import { CODE } from '../../tests/attack/testing/loopback-target.ts';
import { appAuth, billfold, msalNode } from './listeners.ts';
import type { MeasuredListener } from './listeners.ts';

/**
 * `unanswered`: the wait was not harmed, yet whoever asked got no answer. `notOffered`: the case is
 * about something the listener does not have.
 */
type Verdict = 'passed' | 'unanswered' | 'failed' | 'notOffered';
const verdicts: readonly Verdict[] = ['passed', 'unanswered', 'failed', 'notOffered'];
const marks: Record<Verdict, string> = {
  passed: 'yes',
  unanswered: 'no answer',
  failed: '**no**',
  notOffered: '–',
};

const here = import.meta.dirname;
const clock = createSystemClock();
/** How long an answer on this machine may take. */
const PATIENCE_MS = 1_500;
/** A silent or slow connection has to be gone by then. */
const SLOW_ENDS_WITHIN_MS = 10_000;

/** Installs the peers exactly as the lock file says, unless they are there. */
function installPeers(): void {
  if (existsSync(join(here, 'node_modules/@openid/appauth'))) return;
  const args = ['ci', '--ignore-scripts'];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', args, { cwd: here, stdio: 'inherit', shell });
  if (status !== 0) throw new Error('npm ci failed in bench/sign-in');
}

function versionOf(name: string): string {
  const text = readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed ? String(manifest.version) : '?';
}

async function judgeRequest(listener: MeasuredListener, request: HostileRequest): Promise<Verdict> {
  if (request.needs !== undefined && !listener.features.includes(request.needs))
    return 'notOffered';
  const target = await listener.open();
  const { refused, after, end, code } = await tryRequest(target, request, PATIENCE_MS);
  await target.close();
  if (after !== 'waiting' || end !== 'code' || code !== CODE) return 'failed';
  return refused === 0 ? 'unanswered' : 'passed';
}

async function judgeStory(listener: MeasuredListener, story: HostileStory): Promise<Verdict> {
  if (story.needs !== undefined && !listener.features.includes(story.needs)) return 'notOffered';
  const { open } = listener;
  const world = { clock, open, slowEndsWithinMs: SLOW_ENDS_WITHIN_MS };
  return (await story.play(world)).length === 0 ? 'passed' : 'failed';
}

async function measure(listener: MeasuredListener): Promise<ReadonlyMap<string, Verdict>> {
  const results = new Map<string, Verdict>();
  for (const request of hostileRequests)
    results.set(`an attacker ${request.name}`, await judgeRequest(listener, request));
  // Together, since some of them mostly wait.
  const told = await Promise.all(
    hostileStories.map(async (story) => [story.name, await judgeStory(listener, story)] as const),
  );
  for (const [name, verdict] of told) results.set(name, verdict);
  return results;
}

function count(results: ReadonlyMap<string, Verdict>): Record<Verdict, number> {
  const of = (wanted: Verdict): number =>
    [...results.values()].filter((verdict) => verdict === wanted).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, of(verdict)])) as Record<
    Verdict,
    number
  >;
}

installPeers();
const listeners = [
  billfold,
  msalNode(versionOf('@azure/msal-node')),
  appAuth(versionOf('@openid/appauth')),
];
// AppAuth tells the console about every request.
const say = console.log;
console.log = () => undefined;
const measured: (readonly [MeasuredListener, ReadonlyMap<string, Verdict>])[] = [];
for (const listener of listeners) measured.push([listener, await measure(listener)]);
console.log = say;

const names = [...(measured[0]?.[1].keys() ?? [])];
say(`| case | ${measured.map(([{ name }]) => name).join(' | ')} |`);
say(`|---|${measured.map(() => '---|').join('')}`);
for (const name of names) {
  const cells = measured.map(([, results]) => marks[results.get(name) ?? 'failed']);
  say(`| ${name} | ${cells.join(' | ')} |`);
}
say('');
const summary = measured.map(([{ name, version }, results]) => ({
  name,
  version,
  cases: results.size,
  ...count(results),
}));
for (const { name, version, cases, passed, unanswered, failed, notOffered } of summary)
  say(
    `${name} ${version}: ${passed} of ${cases} passed, ${unanswered} unharmed but unanswered, ` +
      `${failed} failed, ${notOffered} not offered`,
  );
say(JSON.stringify({ bench: 'sign-in', node: process.version, listeners: summary }));
const ours = summary[0];
process.exit(ours !== undefined && ours.passed === ours.cases ? 0 : 1);
