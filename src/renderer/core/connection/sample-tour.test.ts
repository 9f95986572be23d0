import { expect, test } from 'vitest';
import { createObservable } from '../../../base/observable.ts';
import { settle } from '../../../base/testing/virtual-clock.ts';
import { settingsSchema, type Settings } from '../../../bridge/settings.ts';
import { SNOOZED_SAMPLE_MEMO } from '../../../contract/sample.ts';
import { sampleRow } from '../../kit/testing/samples.ts';
import type { BillRow } from '../model/bill-row.ts';
import { beginSampleTour } from './sample-tour.ts';

/** Runs the tour with sample bills that arrive page by page. Returns the snoozes. */
async function tour(first: Settings['sampleTour'], pages: readonly (readonly BillRow[])[]) {
  const settings = createObservable(settingsSchema.parse({ sampleTour: first }));
  const version = createObservable(0);
  const snoozed: unknown[] = [];
  let rows: readonly BillRow[] = [];
  const parts = {
    settings,
    bills: { version, query: () => rows.filter(({ bill }) => bill.memo === SNOOZED_SAMPLE_MEMO) },
    annotations: {
      snooze: async ([row]: readonly BillRow[], until: string) => {
        snoozed.push([row?.bill.id, until]);
        return 'saved';
      },
    },
    commands: {
      changeSettings: async (change: Partial<Settings>) =>
        settings.set({ ...settings.get(), ...change }),
    },
  } as unknown as Parameters<typeof beginSampleTour>[0];
  const end = beginSampleTour(parts, '2026-03-10', (problem) => {
    throw problem;
  });
  for (const page of pages) {
    rows = [...rows, ...page];
    version.set(version.get() + 1);
    await settle();
  }
  end();
  return { snoozed, sampleTour: settings.get().sampleTour };
}

test('the sample’s bill on hold is snoozed once, when it arrives, and not again after the tour', async () => {
  const pages = [
    [sampleRow()],
    [sampleRow({ id: 'on-hold', memo: SNOOZED_SAMPLE_MEMO })],
    [sampleRow({ id: 'later' })],
  ];
  expect([await tour('new', pages), await tour('begun', pages), await tour('over', pages)]).toEqual(
    [
      { snoozed: [['on-hold', '2026-03-17']], sampleTour: 'begun' },
      { snoozed: [], sampleTour: 'begun' },
      { snoozed: [], sampleTour: 'over' },
    ],
  );
});
