import { expect, test } from 'vitest';
import { importProblem, packagePlaces, places } from './import-table.ts';

const names = places.map((place) => place.name);
const sample: Record<(typeof names)[number], string> = {
  base: 'src/base/clock.ts',
  contract: 'src/contract/bill.ts',
  bridge: 'src/bridge/methods.ts',
  sandbox: 'src/sandbox/server.ts',
  preload: 'src/preload/index.ts',
  renderer: 'src/renderer/core/outbox/push.ts',
  main: 'src/main/api/governor.ts',
  desktop: 'src/main/desktop/window.ts',
  dev: 'dev/start.ts',
  test: 'tests/e2e/launch.ts',
};

test('D-1 every pair of places is allowed or forbidden as the architecture says', () => {
  const allowed = Object.fromEntries(
    names.map((from) => [
      from,
      names.filter((to) => importProblem(sample[from], sample[to], false) === null),
    ]),
  );
  expect(allowed).toEqual({
    base: ['base'],
    contract: ['base', 'contract'],
    bridge: ['base', 'contract', 'bridge'],
    sandbox: ['base', 'contract', 'sandbox'],
    preload: ['base', 'contract', 'bridge', 'preload'],
    renderer: ['base', 'contract', 'bridge', 'renderer'],
    main: ['base', 'contract', 'bridge', 'main'],
    desktop: ['base', 'contract', 'bridge', 'desktop', 'main'],
    dev: ['test', 'dev', 'base', 'contract', 'bridge', 'sandbox', 'main'],
    test: [
      'test',
      'dev',
      'base',
      'contract',
      'bridge',
      'sandbox',
      'preload',
      'renderer',
      'desktop',
      'main',
    ],
  });
});

test('D-1 electron runs in the desktop layer and the preload alone', () => {
  const open = names.filter((from) => importProblem(sample[from], 'electron', false) === null);
  expect(open).toEqual(['preload', 'desktop']);
});

test('D-1 a package nobody classified is refused, with where to classify it', () => {
  expect(importProblem(sample.main, 'left-pad', false)).toBe(
    'left-pad is not classified in dev/lint/import-table.ts.',
  );
});

test('D-1 no place outside main, dev and tests sees Node', () => {
  const open = names.filter((from) => importProblem(sample[from], 'node:fs', false) === null);
  expect(open).toEqual(['test', 'dev', 'sandbox', 'desktop', 'main']);
});

test('D-1 every dependency of the app is classified', async () => {
  const manifest = await import('../../package.json', { with: { type: 'json' } });
  const missing = Object.keys(manifest.default.dependencies).filter((name) => !packagePlaces[name]);
  expect(missing).toEqual([]);
});
