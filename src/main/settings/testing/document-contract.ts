import { expect, test } from 'vitest';
import type { DocumentStore } from '../../ports.ts';

/** A document, and the changes a test may make to its disk. */
export interface DocumentUnderTest {
  readonly store: DocumentStore;
  /** Writes any text into the document's file. */
  damage(text: string): void;
  /** Quarantined texts, by name. */
  quarantined(): Record<string, string>;
  /** The same document, opened by a new process. */
  reopen(): DocumentStore;
}

/** Contract of every `DocumentStore`, real or not. */
export function holdDocumentContract(name: string, make: () => DocumentUnderTest): void {
  holdWhatIsWritten(name, make);
  holdWhatIsDamaged(name, make);
}

function holdWhatIsWritten(name: string, make: () => DocumentUnderTest): void {
  test(`${name}: a written text is read by this process and the next`, () => {
    const { store, reopen } = make();
    const before = store.read();
    const value = { a: 1, 'with.dot': { deep: ['x', null, true] }, text: 'ü🦄' };
    store.write(value);
    expect([before, store.read(), reopen().read()]).toEqual([
      { ok: true, value: null },
      { ok: true, value },
      { ok: true, value },
    ]);
  });

  test(`${name}: a write replaces the whole document`, () => {
    const { store } = make();
    store.write({ a: 1, b: 2 });
    store.write({ b: 3 });
    expect(store.read()).toEqual({ ok: true, value: { b: 3 } });
  });

  test(`${name}: an empty document is a document`, () => {
    const { store } = make();
    store.write({});
    expect(store.read()).toEqual({ ok: true, value: {} });
  });

  test(`${name}: a removed document is gone for this process and the next, and can be written again`, () => {
    const { store, reopen } = make();
    const before = store.remove();
    store.write({ a: 1 });
    const removed = store.remove();
    const after = [store.read(), reopen().read()];
    store.write({ a: 2 });
    expect({ before, removed, after, anew: reopen().read() }).toEqual({
      before: { ok: true, value: undefined },
      removed: { ok: true, value: undefined },
      after: [
        { ok: true, value: null },
        { ok: true, value: null },
      ],
      anew: { ok: true, value: { a: 2 } },
    });
  });

  test(`${name}: a damaged document can be removed, without a quarantined copy`, () => {
    const { store, damage, quarantined } = make();
    store.write({ a: 1 });
    damage('{ "a": ');
    store.remove();
    expect([store.read(), quarantined()]).toEqual([{ ok: true, value: null }, {}]);
  });
}

const damages = ['', '{', '{"a":1', '[]', 'null', '42', '"text"', '\u0000\u0000', '<html></html>'];

function holdWhatIsDamaged(name: string, make: () => DocumentUnderTest): void {
  test.each(damages)(`${name}: %j on disk is quarantined as it is`, (text) => {
    const { store, damage, quarantined } = make();
    store.write({ a: 1 });
    damage(text);
    const read = store.read();
    expect({
      ok: read.ok,
      problem: !read.ok && read.error.kind,
      quarantined: quarantined(),
      after: store.read(),
    }).toEqual({
      ok: false,
      problem: 'unreadable',
      quarantined: { 'thing.set-aside-1.json': text },
      after: { ok: true, value: null },
    });
  });

  test(`${name}: damage found by a write is quarantined before the write`, () => {
    const { store, damage, quarantined } = make();
    store.write({ a: 1 });
    damage('{ "a": ');
    store.write({ a: 2 });
    expect([quarantined(), store.read()]).toEqual([
      { 'thing.set-aside-1.json': '{ "a": ' },
      { ok: true, value: { a: 2 } },
    ]);
  });

  test(`${name}: earlier quarantined content is never overwritten`, () => {
    const { store, damage, quarantined } = make();
    for (const text of ['first', 'second', 'third']) {
      damage(text);
      store.read();
    }
    expect(Object.values(quarantined())).toEqual(['first', 'second', 'third']);
  });

  test(`${name}: quarantined on purpose, the document is empty; with nothing stored nothing happens`, () => {
    const { store, quarantined } = make();
    const nothing = store.quarantine();
    store.write({ a: 1 });
    const kept = store.quarantine();
    expect({
      nothing,
      kept,
      after: store.read(),
      count: Object.keys(quarantined()).length,
    }).toEqual({
      nothing: { ok: true, value: null },
      kept: { ok: true, value: 'thing.set-aside-1.json' },
      after: { ok: true, value: null },
      count: 1,
    });
  });
}
