import { expect, test } from 'vitest';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { DocumentProblem, DocumentStore } from '../ports.ts';
import { createDesktopState } from './desktop-state.ts';

const fresh = {
  version: 1,
  bounds: null,
  maximized: false,
  samplePort: null,
  locked: false,
  toldOfBackground: false,
  removedConnections: [],
};
const silent = { info: () => {}, warn: () => {}, error: () => {} };

function storeHolding(read: Result<unknown, DocumentProblem>) {
  const written: unknown[] = [];
  const store: DocumentStore = {
    read: () => read,
    quarantine: () => succeed('quarantined'),
    remove: () => succeed(undefined),
    write: (value) => {
      written.push(value);
      return succeed(undefined);
    },
  };
  return { store, written };
}

test.each([
  ['nothing stored', succeed(null)],
  [
    'a file that cannot be read',
    fail({ kind: 'unreadable', quarantinedAs: 'x', technical: '' } as const),
  ],
  ['another shape', succeed({ version: 1, bounds: { x: 'left' } })],
])('the window starts afresh with %s', (_what, read) => {
  expect(createDesktopState(storeHolding(read).store, silent).get()).toEqual(fresh);
});

test('an update keeps all other values', () => {
  const { store, written } = storeHolding(succeed({ ...fresh, samplePort: 4000 }));
  createDesktopState(store, silent).update({ maximized: true });
  expect(written).toEqual([{ ...fresh, samplePort: 4000, maximized: true }]);
});
