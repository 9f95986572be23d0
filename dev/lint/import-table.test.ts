import { expect, test } from 'vitest';
import { importProblem, packagePlaces, places } from './import-table.ts';

const names = places.map((place) => place.name);
const sample: Record<(typeof names)[number], string> = {
  base: 'src/base/clock.ts',
  contract: 'src/contract/bill.ts',
  'contract/body': 'src/contract/body/answer.ts',
  'contract/items': 'src/contract/items/bill-forms.ts',
  'contract/approvals': 'src/contract/approvals/approve-answer.ts',
  'contract/lists': 'src/contract/lists/list.ts',
  'contract/answers': 'src/contract/answers/read-answer.ts',
  bridge: 'src/bridge/methods.ts',
  sandbox: 'src/sandbox/server.ts',
  preload: 'src/preload/index.ts',
  'core/model': 'src/renderer/core/model/bill-row.ts',
  'core/time': 'src/renderer/core/indexed-db.ts',
  'core/mirror': 'src/renderer/core/mirror/pull.ts',
  'core/outbox': 'src/renderer/core/outbox/push.ts',
  'core/bills/search': 'src/renderer/core/bills/search/search-query.ts',
  'core/bills/index': 'src/renderer/core/bills/index/bill-index.ts',
  'core/approve': 'src/renderer/core/approve/plan-approval.ts',
  'core/bills/flags': 'src/renderer/core/bills/flags/flag-index.ts',
  'core/bills/lists': 'src/renderer/core/bills/lists/bill-filter.ts',
  'core/bills/statements': 'src/renderer/core/bills/statements/match-statement.ts',
  'core/bills/figures': 'src/renderer/core/bills/figures/aging.ts',
  'core/local': 'src/renderer/core/local/last-viewed.ts',
  'core/connection': 'src/renderer/core/connection/workspace.ts',
  'kit/actions': 'src/renderer/kit/actions/shortcuts.ts',
  'kit/services': 'src/renderer/kit/services/shell.ts',
  'kit/text': 'src/renderer/kit/text/say.ts',
  'kit/ui': 'src/renderer/kit/ui/Button.tsx',
  'kit/hooks': 'src/renderer/kit/hooks/use-now.ts',
  'kit/grid': 'src/renderer/kit/grid/Grid.tsx',
  'kit/export': 'src/renderer/kit/export/ExportMenu.tsx',
  'kit/parts': 'src/renderer/kit/parts/BillMenu.tsx',
  'review/filters': 'src/renderer/screens/review/filters/FilterPanel.tsx',
  'review/views': 'src/renderer/screens/review/views/ViewsMenu.tsx',
  'review/detail': 'src/renderer/screens/review/detail/BillDetail.tsx',
  'review/list': 'src/renderer/screens/review/list/BillGrid.tsx',
  'review/approve': 'src/renderer/screens/review/approve/BulkDialog.tsx',
  screens: 'src/renderer/screens/review/ReviewScreen.tsx',
  app: 'src/renderer/main.tsx',
  main: 'src/main/api/governor.ts',
  desktop: 'src/main/desktop/window.ts',
  dev: 'dev/start.ts',
  test: 'tests/e2e/launch.ts',
};

test('every pair of places is allowed or forbidden as the architecture says', () => {
  const allowed = Object.fromEntries(
    names.map((from) => [
      from,
      names.filter((to) => importProblem(sample[from], sample[to], false) === null),
    ]),
  );
  const contract = [
    ...['contract', 'contract/body', 'contract/items'],
    ...['contract/approvals', 'contract/lists', 'contract/answers'],
  ];
  const below = ['base', ...contract, 'bridge'];
  const core = [
    ...['core/model', 'core/time', 'core/mirror', 'core/outbox'],
    ...['core/bills/search', 'core/bills/index', 'core/approve', 'core/bills/flags'],
    ...['core/bills/lists'],
    ...['core/bills/statements', 'core/bills/figures', 'core/local', 'core/connection'],
  ];
  const kit = [
    ...['kit/actions', 'kit/services', 'kit/text', 'kit/ui'],
    ...['kit/hooks', 'kit/grid', 'kit/export', 'kit/parts'],
  ];
  const review = [
    'review/filters',
    'review/views',
    'review/detail',
    'review/list',
    'review/approve',
  ];
  expect(allowed).toEqual({
    base: ['base'],
    ...Object.fromEntries(
      contract.map((room, at) => [room, ['base', ...contract.slice(0, at + 1)]]),
    ),
    bridge: below,
    sandbox: ['base', ...contract, 'sandbox'],
    preload: [...below, 'preload'],
    // Each room of the core imports itself and the rooms before it.
    ...Object.fromEntries(core.map((room, at) => [room, [...below, ...core.slice(0, at + 1)]])),
    ...Object.fromEntries(
      kit.map((room, at) => [room, [...below, ...core, ...kit.slice(0, at + 1)]]),
    ),
    'review/filters': [...below, ...core, ...kit, 'review/filters'],
    'review/views': [...below, ...core, ...kit, 'review/views'],
    'review/detail': [...below, ...core, ...kit, 'review/detail'],
    'review/list': [...below, ...core, ...kit, ...review.slice(0, 4)],
    'review/approve': [...below, ...core, ...kit, 'review/detail', 'review/list', 'review/approve'],
    screens: [...below, ...core, ...kit, ...review, 'screens'],
    app: [...below, ...core, ...kit, 'screens', 'app'],
    main: [...below, 'main'],
    desktop: [...below, 'desktop', 'main'],
    dev: ['test', 'dev', ...below, 'sandbox', 'main'],
    test: names,
  });
});

test('a screen imports no other screen', () => {
  const other = 'src/renderer/screens/settings/Account.tsx';
  expect(importProblem(sample.screens, other, false)).toBe(
    `A screen may not import another: ${other}.`,
  );
  expect(importProblem(other, other, false)).toBeNull();
  const room = sample['review/list'];
  expect(importProblem(other, room, false)).toBe(`A screen may not import another: ${room}.`);
  expect(importProblem(room, other, false)).toBe(`A screen may not import another: ${other}.`);
});

test('React runs only above the core', () => {
  const open = names.filter((from) => importProblem(sample[from], 'react', false) === null);
  expect(open).toEqual([
    'test',
    ...names.filter((name) => /^kit\/(?!actions|text)/.test(name)),
    ...names.filter((name) => /^(review\/|screens$|app$)/.test(name)),
  ]);
});

test('electron runs only in the desktop layer and the preload', () => {
  const open = names.filter((from) => importProblem(sample[from], 'electron', false) === null);
  expect(open).toEqual(['preload', 'desktop']);
});

test('an unclassified package is refused, with the file in which to classify it', () => {
  expect(importProblem(sample.main, 'left-pad', false)).toBe(
    'left-pad is not classified in dev/lint/import-table.ts.',
  );
});

test('only main, dev and tests import Node', () => {
  const open = names.filter((from) => importProblem(sample[from], 'node:fs', false) === null);
  expect(open).toEqual(['test', 'dev', 'sandbox', 'desktop', 'main']);
});

test('every dependency of the app is classified', async () => {
  const manifest = await import('../../package.json', { with: { type: 'json' } });
  const missing = Object.keys(manifest.default.dependencies).filter((name) => !packagePlaces[name]);
  expect(missing).toEqual([]);
});
