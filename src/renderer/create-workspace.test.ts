import { IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  bills,
  createWorkspaceWorld,
  SECOND_MS,
  states,
  type WorkspaceWorld,
} from './sync/testing/workspace-world.ts';

let world: WorkspaceWorld;
beforeEach(() => {
  world = createWorkspaceWorld();
});
afterEach(async () => {
  expect(await world.end()).toBe(0);
});

test('P-35 a connection that a full disk kept from opening is opened once there is room', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { workspace } = await world.start();
  await world.advance(12 * SECOND_MS);
  const whileFull = bills(workspace);
  full.mockRestore();
  await world.advance(6 * SECOND_MS);
  const approved = await workspace.commands.approve(['b1']);
  await world.advance(6 * SECOND_MS);
  expect({
    whileFull,
    after: bills(workspace),
    left: approved.leftOut,
    states: states(workspace),
  }).toEqual({
    whileFull: [],
    after: ['b1 open', 'b2 open', 'b3 overdue'],
    left: [],
    states: ['b1 confirmed #1'],
  });
});
