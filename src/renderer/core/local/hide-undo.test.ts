import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import type { BillToAnnotate, Annotation, AnnotationResult } from './stored-annotation.ts';
import { hiddenBefore, undoHiding } from './hide-undo.ts';

const noNote = { note: '', snoozedUntil: null, dismissedAtMs: null };

/** Marks that write down what is asked of them. */
function recordedAnnotations(
  before: Readonly<Record<string, Annotation>>,
  answer: AnnotationResult = 'kept',
) {
  const asked: string[] = [];
  const note = (what: string, bills: readonly BillToAnnotate[]): Promise<AnnotationResult> => {
    asked.push(`${what}: ${bills.map(({ bill }) => bill.id).join(' ')}`);
    return Promise.resolve(answer);
  };
  return {
    asked,
    annotationOf: (_organizationId: string, billId: string) => before[billId] ?? null,
    snooze: (bills: readonly BillToAnnotate[], until: string) => note(`snooze ${until}`, bills),
    dismiss: (bills: readonly BillToAnnotate[]) => note('dismiss', bills),
    putBack: (bills: readonly BillToAnnotate[]) => note('put back', bills),
  };
}

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => sampleRow({ id }));

test('M-4 undo brings each bill to where it was: the inbox, its dismissal, its own day', async () => {
  const annotations = recordedAnnotations({
    b: { ...noNote, dismissedAtMs: 5 },
    c: { ...noNote, snoozedUntil: '2026-11-21' },
    d: { ...noNote, note: 'ask Ada' },
    e: { ...noNote, snoozedUntil: '2026-11-21' },
  });
  const action = { title: '', atMs: 0, before: hiddenBefore(annotations, rows) };
  expect([await undoHiding(annotations, action), annotations.asked]).toEqual([
    'kept',
    ['put back: a d', 'dismiss: b', 'snooze 2026-11-21: c e'],
  ]);
});

test('M-2 an undo the disk could not take is said', async () => {
  const annotations = recordedAnnotations({}, 'notKept');
  const before = hiddenBefore(annotations, rows.slice(0, 1));
  expect(await undoHiding(annotations, { title: '', atMs: 0, before })).toBe('notKept');
});
