import { expect, test } from 'vitest';
import { createNotices, type Notice } from './notices.ts';
import { createMemoryDocument } from './testing/memory-document.ts';

const lost: Notice = { kind: 'notesLost', about: '' };
const repaired: Notice = { kind: 'journalRepaired', about: 'torn-1' };
const full: Notice = { kind: 'journalFull', about: '' };

test('a notice of a past event stays over restarts until the user closes it', () => {
  const document = createMemoryDocument('notices');
  const first = createNotices(document);
  for (const notice of [lost, repaired, full]) first.add(notice);
  const second = createNotices(document);
  const restarted = second.list();
  second.close(lost);
  expect([restarted, second.list(), createNotices(document).list()]).toEqual([
    [lost, repaired],
    [repaired],
    [repaired],
  ]);
});

test('a closed notice stays closed when the same run reports it again; the next event shows it', () => {
  const document = createMemoryDocument('notices');
  const first = createNotices(document);
  first.add(lost);
  first.close(lost);
  first.add(lost);
  const next = createNotices(document);
  const atNextStart = next.list();
  next.add(lost);
  expect([first.list(), atNextStart, next.list()]).toEqual([[], [], [lost]]);
});

test('closing a notice that describes the present state leaves it until the state ends', () => {
  const notices = createNotices(createMemoryDocument('notices'));
  notices.add(full);
  notices.close(full);
  expect(notices.list()).toEqual([full]);
});

test('a full disk or a damaged file of notices hides no notice of this run', () => {
  const document = createMemoryDocument('notices');
  document.damage('{');
  const notices = createNotices(document);
  document.full = true;
  notices.add(lost);
  expect(notices.list()).toEqual([lost]);
  document.full = false;
  notices.add(repaired);
  expect(createNotices(document).list()).toEqual([lost, repaired]);
});

test('a page cannot close a notice before it is added', () => {
  const notices = createNotices();
  notices.close(lost);
  notices.add(lost);
  expect(notices.list()).toEqual([lost]);
});
