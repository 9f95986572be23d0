import { expect, test } from 'vitest';
import { checklist, createReader, findingOf, fuses } from './security.ts';

test('D-39 Electron’s twenty items and every fuse have a line and a test', () => {
  const read = createReader();
  const missing = [...checklist, ...fuses]
    .map((claim) => findingOf(claim, read))
    .filter((each) => each.missing.length > 0);
  expect([missing, checklist.length, fuses.length > 5]).toEqual([[], 20, true]);
});

test('D-39 a missing line, a forbidden line and a missing test are reported', () => {
  const read = createReader();
  const given = (path: string): string | null =>
    path === 'src/main/desktop/main-window.ts' ? 'webSecurity: false' : read(path);
  const findings = [...checklist, { name: 'new', tests: ['D-2, D-6', 'Z-9'] }].map((claim) =>
    findingOf(claim, given),
  );
  expect(
    findings.flatMap(({ name, missing }) => missing.map((what) => `${name}: ${what}`)),
  ).toEqual([
    '2 no Node.js in pages: src/main/desktop/main-window.ts: /nodeIntegration: false/',
    '3 context isolation: src/main/desktop/main-window.ts: /contextIsolation: true/',
    '4 every process is sandboxed: src/main/desktop/main-window.ts: /sandbox: true/',
    '6 web security is on: not /webSecurity|disable-web-security/: src/main/desktop/main-window.ts:1',
    '12 no webviews: src/main/desktop/main-window.ts: /webviewTag: false/',
    'new: a test "Z-9 …"',
  ]);
});
