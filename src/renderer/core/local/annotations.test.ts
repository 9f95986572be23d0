import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { sealedConnection } from '../testing/node-cipher.ts';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { sampleBill, sampleRow } from '../../kit/testing/samples.ts';
import {
  outOfInboxOf,
  shown,
  startAnnotations,
  today,
  tomorrow,
} from './testing/annotation-harness.ts';
import type { OrganizationBill } from '../model/bill-row.ts';
import type { AnnotationResult } from './stored-annotation.ts';
import type { Annotation } from '../model/annotation.ts';
import { annotationsBefore, returnToPlaces } from './return-to-places.ts';

test('a note is on disk soon after its first letter, and outlives the renderer', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  const saved = [
    first.annotations.setNote('acme', 'bill-1', 'a'),
    first.annotations.setNote('acme', 'bill-1', 'ask Ada'),
  ];
  const atOnce = first.annotations.annotationOf('acme', 'bill-1')?.note;
  await first.clock.advance(400);
  expect(await Promise.all(saved)).toEqual(['saved', 'saved']);
  // The first renderer is not closed, as if it had been killed.
  const again = await startAnnotations(disk);
  const elsewhere = await startAnnotations(disk, sealedConnection('other-connection'));
  expect({
    atOnce,
    again: again.annotations.annotationOf('acme', 'bill-1')?.note,
    otherBill: again.annotations.annotationOf('acme', 'bill-2'),
    otherOrganization: again.annotations.annotationOf('beta', 'bill-1'),
    otherConnection: elsewhere.annotations.annotationOf('acme', 'bill-1'),
    faults: [...first.faults, ...again.faults],
  }).toEqual({
    atOnce: 'ask Ada',
    again: 'ask Ada',
    otherBill: null,
    otherOrganization: null,
    otherConnection: null,
    faults: [],
  });
  for (const each of [first, again, elsewhere]) await each.close();
});

test('a note is written at once on leaving the field, changing the connection or closing; an emptied note is deleted', async () => {
  const disk = new IDBFactory();
  const onDisk = async (): Promise<string | null> => {
    const reader = await startAnnotations(disk);
    const mark = reader.annotations.annotationOf('acme', 'bill-1');
    await reader.close();
    return mark?.note ?? null;
  };
  const first = await startAnnotations(disk);
  const seen: (string | null)[] = [];
  void first.annotations.setNote('acme', 'bill-1', 'left the field');
  await first.annotations.flush();
  seen.push(await onDisk());
  void first.annotations.setNote('acme', 'bill-1', 'left the connection');
  await first.annotations.switchConnection(sealedConnection('other'));
  seen.push(await onDisk());
  await first.annotations.switchConnection(sealedConnection());
  void first.annotations.setNote('acme', 'bill-1', 'closed');
  await first.close();
  seen.push(await onDisk());
  const last = await startAnnotations(disk);
  void last.annotations.setNote('acme', 'bill-1', '');
  await last.close();
  seen.push(await onDisk());
  expect([seen, first.clock.sleepers(), first.faults]).toEqual([
    ['left the field', 'left the connection', 'closed', null],
    0,
    [],
  ]);
});

test('a full disk is reported, and notes stay in memory until there is room', async () => {
  const disk = new IDBFactory();
  const started = await startAnnotations(disk);
  const fill = fillDisk();
  const observed: unknown[] = [];
  void started.annotations.setNote('acme', 'bill-1', 'not lost');
  observed.push(await started.annotations.flush(), started.annotations.hasUnsavedNote.get());
  observed.push(
    await started.annotations.snooze([shown()], tomorrow),
    await started.annotations.hide([shown()]),
  );
  observed.push(started.annotations.annotationOf('acme', 'bill-1')?.note, outOfInboxOf(started));
  fill.makeRoom();
  observed.push(await started.annotations.flush(), started.annotations.hasUnsavedNote.get());
  await started.close();
  const again = await startAnnotations(disk);
  expect({
    observed,
    faults: started.faults.length,
    afterwards: again.annotations.annotationOf('acme', 'bill-1')?.note,
  }).toEqual({
    observed: ['notSaved', true, 'notSaved', 'notSaved', 'not lost', [], 'saved', false],
    // Three changes of annotations, and two viewed versions, since hiding a bill counts as viewing it.
    faults: 5,
    afterwards: 'not lost',
  });
  await again.close();
});

/** Makes every write of an annotation fail until there is room. */
function fillDisk(): { makeRoom(): void } {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  return { makeRoom: () => full.mockRestore() };
}

test('a snoozed bill is out of the inbox until its day, a hidden one every day', async () => {
  const disk = new IDBFactory();
  const started = await startAnnotations(disk);
  const other = shown(sampleBill({ id: 'bill-2' }));
  started.send(other.bill);
  const results = [
    await started.annotations.snooze([shown()], tomorrow),
    await started.annotations.hide([other]),
  ];
  const sameMap = started.annotations.outOfInboxOn('acme', today);
  void started.annotations.setNote('acme', 'bill-1', 'a note changes nothing');
  const days = [today, tomorrow, '2027-01-01'].map((day) => outOfInboxOf(started, day));
  const isSame =
    started.annotations.outOfInboxOn('acme', '2027-01-01') ===
    started.annotations.outOfInboxOn('acme', '2027-01-01');
  await started.close();
  const again = await startAnnotations(disk);
  const [snoozed, hidden] = [
    ['bill-1', 'snoozed'],
    ['bill-2', 'hidden'],
  ];
  expect({
    results,
    days,
    isSame,
    first: [...sameMap],
    again: outOfInboxOf(again),
    otherOrganization: [...again.annotations.outOfInboxOn('beta', today)],
  }).toEqual({
    results: ['saved', 'saved'],
    days: [[snoozed, hidden], [hidden], [hidden]],
    isSame: true,
    first: [snoozed, hidden],
    again: [snoozed, hidden],
    otherOrganization: [],
  });
  await again.close();
});

test('a restored bill is in the inbox again with its note, and the latest choice counts', async () => {
  const started = await startAnnotations(new IDBFactory());
  void started.annotations.setNote('acme', 'bill-1', 'ask Ada');
  const seen: unknown[] = [];
  await started.annotations.snooze([shown()], tomorrow);
  await started.annotations.hide([shown()]);
  seen.push(
    started.annotations.annotationOf('acme', 'bill-1')?.snoozedUntil,
    outOfInboxOf(started),
  );
  await started.annotations.snooze([shown()], tomorrow);
  seen.push(started.annotations.annotationOf('acme', 'bill-1')?.hiddenAtMs, outOfInboxOf(started));
  await started.annotations.returnToInbox([shown()]);
  seen.push(outOfInboxOf(started), started.annotations.annotationOf('acme', 'bill-1')?.note);
  expect(seen).toEqual([
    null,
    [['bill-1', 'hidden']],
    null,
    [['bill-1', 'snoozed']],
    [],
    'ask Ada',
  ]);
  await started.close();
});

test('an out-of-inbox bill that changes on the service returns by itself and shows the change', async () => {
  const started = await startAnnotations(new IDBFactory());
  const other = sampleBill({ id: 'bill-2' });
  started.send(other);
  await started.annotations.hide([shown()]);
  await started.annotations.snooze([shown(other)], tomorrow);
  const seen: unknown[] = [];
  // Passing time is no change.
  started.send(sampleBill({ status: 'overdue' }), other);
  seen.push(outOfInboxOf(started).length);
  started.send(sampleBill({ totalCents: 2_000, amountDueCents: 2_000 }));
  seen.push(
    outOfInboxOf(started),
    started.flags.flagsOf('bill-1').map(({ kind }) => kind),
  );
  await settle();
  seen.push(started.annotations.annotationOf('acme', 'bill-1'));
  // The bill stays in the inbox when the change is undone.
  started.send(sampleBill());
  seen.push(outOfInboxOf(started), started.faults);
  expect(seen).toEqual([
    2,
    [['bill-2', 'snoozed']],
    ['changed'],
    null,
    [['bill-2', 'snoozed']],
    [],
  ]);
  await started.close();
});

test('a bill also returns if it changed while Billfold was closed, or while the user hid it', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  void first.annotations.setNote('acme', 'bill-1', 'ask Ada');
  await first.annotations.hide([shown()]);
  await first.close();
  const again = await startAnnotations(disk);
  const before = outOfInboxOf(again);
  again.send(sampleBill({ amountDueCents: 900 }));
  const after = outOfInboxOf(again);
  await settle();
  await again.close();
  const third = await startAnnotations(disk);
  third.send(sampleBill({ amountDueCents: 900 }));
  const later = outOfInboxOf(third);
  // The version on screen is older than the one read meanwhile.
  await third.annotations.hide([shown()]);
  expect({
    before,
    after,
    later,
    note: third.annotations.annotationOf('acme', 'bill-1')?.note,
    stale: outOfInboxOf(third),
  }).toEqual({
    before: [['bill-1', 'hidden']],
    after: [],
    later: [],
    note: 'ask Ada',
    stale: [],
  });
  await third.close();
});

test('annotations outlive their bills: a paid, void or missing bill keeps its note', async () => {
  const disk = new IDBFactory();
  const first = await startAnnotations(disk);
  void first.annotations.setNote('acme', 'bill-1', 'paid in cash');
  first.send(sampleBill({ status: 'paid', amountDueCents: 0 }));
  const whenPaid = first.annotations.annotationOf('acme', 'bill-1')?.note;
  first.bills.change({ organizationId: 'acme', upserts: [], deletes: ['bill-1'] });
  await first.close();
  const again = await startAnnotations(disk);
  expect([whenPaid, again.annotations.annotationOf('acme', 'bill-1')?.note]).toEqual([
    'paid in cash',
    'paid in cash',
  ]);
  await again.close();
});

const noNote = { note: '', snoozedUntil: null, hiddenAtMs: null };

/** Annotations that record the calls made. */
function recordedMarks(
  before: Readonly<Record<string, Annotation>>,
  answer: AnnotationResult = 'saved',
) {
  const asked: string[] = [];
  const note = (what: string, bills: readonly OrganizationBill[]): Promise<AnnotationResult> => {
    asked.push(`${what}: ${bills.map(({ bill }) => bill.id).join(' ')}`);
    return Promise.resolve(answer);
  };
  return {
    asked,
    annotationOf: (_organizationId: string, billId: string) => before[billId] ?? null,
    snooze: (bills: readonly OrganizationBill[], until: string) => note(`snooze ${until}`, bills),
    hide: (bills: readonly OrganizationBill[]) => note('hide', bills),
    returnToInbox: (bills: readonly OrganizationBill[]) => note('put back', bills),
  };
}

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => sampleRow({ id }));

test('undo returns each bill to its earlier place: the inbox, hidden, or its own snooze day', async () => {
  const marks = recordedMarks({
    b: { ...noNote, hiddenAtMs: 5 },
    c: { ...noNote, snoozedUntil: '2026-11-21' },
    d: { ...noNote, note: 'ask Ada' },
    e: { ...noNote, snoozedUntil: '2026-11-21' },
  });
  const before = annotationsBefore(marks, rows);
  expect([await returnToPlaces(marks, before), marks.asked]).toEqual([
    'saved',
    ['put back: a d', 'hide: b', 'snooze 2026-11-21: c e'],
  ]);
});

test('an undo that the disk refuses is reported', async () => {
  const marks = recordedMarks({}, 'notSaved');
  const before = annotationsBefore(marks, rows.slice(0, 1));
  expect(await returnToPlaces(marks, before)).toBe('notSaved');
});

test('two bills marked as no duplicates are not flagged, even after a restart; undone, or with a third bill, they are', async () => {
  const disk = new IDBFactory();
  const date = '2026-11-02';
  const [one, other, third] = ['bill-1', 'bill-2', 'bill-3'].map((id) => sampleBill({ id, date }));
  const pair = [shown(one), shown(other)] as const;
  const first = await startAnnotations(disk);
  const kinds = ({ flags }: typeof first) =>
    ['bill-1', 'bill-2'].map((id) =>
      flags
        .flagsOf(id)
        .map(({ kind }) => kind)
        .join(' '),
    );
  first.send(...pair.map(({ bill }) => bill));
  const observed = [kinds(first)];
  await first.annotations.setDuplicate(pair, false);
  observed.push(kinds(first));
  await first.close();
  const again = await startAnnotations(disk);
  again.send(...pair.map(({ bill }) => bill));
  observed.push(kinds(again));
  if (third) again.send(third);
  observed.push(kinds(again));
  again.bills.change({ organizationId: 'acme', upserts: [], deletes: ['bill-3'] });
  await again.annotations.setDuplicate(pair, true);
  observed.push(
    kinds(again),
    again.annotations.annotationOf('acme', 'bill-1') === null ? ['nothing'] : [],
  );
  const flagged = ['duplicate', 'duplicate'];
  expect(observed).toEqual([flagged, ['', ''], ['', ''], flagged, flagged, ['nothing']]);
  await again.close();
});
