import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/**
 * Each file that sleeps on the clock, and the bound of its wait. A wait may be longer than the service asked for,
 * never shorter.
 */
const waits: Readonly<Record<string, string>> = {
  'src/main/api/quota-file.ts': 'saves the count of requests while there are any',
  'src/main/api/quota-store.ts': 'the end of the quota window, once per window',
  'src/main/api/read-ahead.ts': 'more pages of a chain: 0.25 s, ten pages',
  'src/main/api/request-queue.ts': 'the governor: as long as the request may wait',
  'src/main/api/send-request.ts': 'an answer: 30 s, then it counts as lost',
  'src/main/approvals/agree.ts': 'the parts of an action: one minute',
  'src/main/auth/loopback-listener.ts':
    'the browser: five minutes; each connection has a limit too',
  'src/main/auth/oauth-protocol.ts': 'the client check and the authorization host: 5 s each',
  'src/main/auth/pasted-answer.ts': 'the pasted answer: five minutes',
  'src/main/auth/sealing.ts': 'a keyring that does not answer: four tries',
  'src/main/auth/session-parts.ts': 'deleting tokens after sign-out: every 5 s, and once at quit',
  'src/main/auth/sign-in.ts':
    'a code that the service asks to send later: two more tries, 30 s each',
  'src/main/auth/token-endpoint.ts': 'the token endpoint: 30 s',
  'src/main/desktop/crash.ts': 'reloads a page that crashed, once per crash',
  'src/main/desktop/event-sender.ts': 'quota events to the window: 0.2 s apart',
  'src/main/desktop/lock.ts': 'idle time: read when the lock may be due, at most every 10 s',
  'src/main/desktop/power.ts': 'the next thing due in a hidden window, one timer',
  'src/main/desktop/quit.ts': 'the renderer 3 s, requests under way 5 s',
  'src/main/desktop/sample-service.ts': 'the start of the sample service: 15 s, two tries',
  'src/main/desktop/shell.ts': 'a page that makes way for the locked one: 2 s',
  'src/main/journal/journal-state.ts': 'a seal: 1 s after the one before',
  'src/main/updates/download.ts':
    'a broken download: three more tries after 2, 10 and 60 s, 6 h in all; the list: 60 s',
  'src/main/updates/updater.ts': 'the next check: 1 to 2 min after the start, then 4.5 to 7.5 h',
  'src/renderer/app/notifications/notifier.ts':
    'notices of one moment: 0.5 s; 1 min after its own fault',
  'src/renderer/core/connection/connection.ts':
    'opening the databases, and the lock of pull and push: 0.5 to 5 s apart',
  'src/renderer/core/connection/open-connection.ts': 'approvals under way at closing: 2.5 s',
  'src/renderer/core/connection/organization-view.ts':
    'reading bills after a fault: 1 to 60 s apart',
  'src/renderer/core/connection/saved-screen.ts': 'saves the first screen: at most every 5 s',
  'src/renderer/core/local/annotations.ts': 'more letters of a note: 0.4 s',
  'src/renderer/core/mirror/bill-cache.ts': 'opening a database with an unknown error: three tries',
  'src/renderer/core/mirror/pull.ts':
    'one request at a time; backoff, never before the named moment',
  'src/renderer/core/outbox/journal-sync.ts': 'the notes of many approvals: the next task',
  'src/renderer/core/outbox/outbox.ts': 'an undo that the disk refused: 0.25 s, until it is saved',
  'src/renderer/core/outbox/push.ts':
    'an unsent approval: 2 s to 5 min, never before the named moment',
  'src/renderer/core/storage-watch.ts': 'a database transaction: 1 s steps until it ends',
  'src/renderer/core/time/wake-up.ts': 'the next decision, once per wake-up',
  'src/renderer/core/time/window-clock.ts': 'each sleep of the window, as long as its caller asks',
  'src/renderer/kit/grid/use-grid-window.ts': 'a list at rest: 0.15 s, once',
  'src/renderer/kit/hooks/use-counts.ts': 'a burst of changes before it counts: 0.4 s',
  'src/renderer/kit/hooks/use-now.ts': 'the next second or minute while the screen shows it',
  'src/renderer/main.tsx': '“Loading Billfold…”: 0.1 s, once per start',
  'src/renderer/screens/review/approve/use-approving.ts':
    'a disk that is slow to save an approval: 3 s',
  'src/renderer/screens/review/filters/FilterChips.tsx': 'more letters of a search: 0.6 s',
  'src/renderer/screens/review/list/ListHeader.tsx': 'a menu that closes: one task',
  'src/renderer/screens/review/list/use-current-bill.ts': 'a bill on screen counts as viewed: 1 s',
};

test('every file that sleeps on the clock states its bound here', () => {
  const sleeping = globSync('src/{main,renderer}/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .filter((path) => /\.sleep\(/.test(readFileSync(resolve(root, path), 'utf8')));
  expect(sleeping.toSorted()).toEqual(Object.keys(waits).toSorted());
});
