import { expect, test } from 'vitest';
import { bank, checklist, fuses, issue } from './security-claims.ts';
import { createReader, findingOf } from './security.ts';
import { playwrightResults, vitestResults } from './security-run.ts';

test('D-39 Electron’s twenty items, every fuse and every other measure have a line and a test', () => {
  const read = createReader();
  const missing = [...checklist, ...fuses, ...issue, ...bank]
    .map((claim) => findingOf(claim, read))
    .filter((each) => each.missing.length > 0);
  expect([missing, checklist.length, fuses.length > 5]).toEqual([[], 20, true]);
});

test('D-39 a missing line, a forbidden line and a missing test are reported', () => {
  const read = createReader();
  const given = (path: string): string | null =>
    path === 'src/main/desktop/main-window.ts' ? 'webSecurity: false' : read(path);
  const findings = [...checklist, { name: 'new', tests: ['D-8, D-9', 'Z-9'] }].map((claim) =>
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

test('D-39 results of both runners are read, each with its file, title and time', () => {
  const spec = (ok: boolean, ...durations: number[]) => ({
    ...{ title: `C-90 ${ok}`, file: 'a.spec.ts', ok },
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = { suites: [{ specs: [spec(true, 5)], suites: [{ specs: [spec(false, 1, 2)] }] }] };
  const ofNode = {
    testResults: [
      {
        name: '/project/src/a.test.ts',
        assertionResults: [
          { title: 'T-1 a', status: 'passed', duration: 3 },
          { title: 'T-1 b', status: 'failed' },
        ],
      },
    ],
  };
  expect([...vitestResults('/project', ofNode), ...playwrightResults(report)]).toEqual([
    { file: 'src/a.test.ts', title: 'T-1 a', hasPassed: true, ms: 3 },
    { file: 'src/a.test.ts', title: 'T-1 b', hasPassed: false, ms: 0 },
    { file: 'tests/e2e/a.spec.ts', title: 'C-90 true', hasPassed: true, ms: 5 },
    { file: 'tests/e2e/a.spec.ts', title: 'C-90 false', hasPassed: false, ms: 3 },
  ]);
});
