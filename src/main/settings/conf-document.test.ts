import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, expect, test } from 'vitest';
import { createConfDocument } from './conf-document.ts';
import { holdDocumentContract, type DocumentUnderTest } from './testing/document-contract.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-documents-'));
  folders.push(folder);
  return folder;
}

/** Opens a document like electron-store, which translates the option names and calls its base class Conf. */
function openDocument(folder: string, name: string) {
  return createConfDocument(folder, name, ({ name: configName, ...options }) => {
    return new Conf({ ...options, configName });
  });
}

function underTest(): DocumentUnderTest {
  const folder = newFolder();
  return {
    store: openDocument(folder, 'thing'),
    damage: (text) => writeFileSync(join(folder, 'thing.json'), text),
    quarantined: () =>
      Object.fromEntries(
        readdirSync(folder)
          .filter((file) => file.includes('set-aside'))
          .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
      ),
    reopen: () => openDocument(folder, 'thing'),
  };
}

holdDocumentContract('electron-store’s base on disk', underTest);

test('only its owner can read the file, whatever its earlier mode', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'thing.json'), '{}', { mode: 0o666 });
  chmodSync(join(folder, 'thing.json'), 0o666);
  openDocument(folder, 'thing').write({ a: 1 });
  expect((statSync(join(folder, 'thing.json')).mode & 0o777).toString(8)).toBe('600');
});

test('temporary files of a killed write are removed at the next start, others are not', () => {
  const folder = newFolder();
  for (const file of ['thing.json.tmp-1234567890abcdef', 'other.json.tmp-1', 'thing.json.old']) {
    writeFileSync(join(folder, file), 'x');
  }
  openDocument(folder, 'thing');
  expect(readdirSync(folder)).toEqual(['other.json.tmp-1', 'thing.json.old']);
});

test('a file that is too large for the memory is quarantined unread', () => {
  const folder = newFolder();
  const most = 16 * 1024 * 1024;
  const fill = (bytes: number): void =>
    writeFileSync(join(folder, 'thing.json'), `{"a":"${'x'.repeat(bytes - 8)}"}`);
  fill(most);
  expect(openDocument(folder, 'thing').read()).toMatchObject({ ok: true });
  fill(most + 1);
  expect(openDocument(folder, 'thing').read()).toEqual({
    ok: false,
    error: {
      kind: 'unreadable',
      quarantinedAs: 'thing.set-aside-1.json',
      technical: 'larger than 16 MB',
    },
  });
});

test('the first write creates a missing folder', () => {
  const folder = join(newFolder(), 'not', 'yet');
  const store = openDocument(folder, 'thing');
  const read = store.read();
  const written = store.write({ a: 1 });
  expect([read, written.ok, existsSync(join(folder, 'thing.json'))]).toEqual([
    { ok: true, value: null },
    true,
    true,
  ]);
});

test('a failed disk operation is an error, not a crash', () => {
  const folder = join(newFolder(), 'a file');
  writeFileSync(folder, '');
  const store = openDocument(folder, 'thing');
  expect([store.read(), store.write({ a: 1 }).ok, store.remove().ok]).toEqual([
    { ok: true, value: null },
    false,
    false,
  ]);
});

test('a folder in the file’s place is quarantined with its content, and the next write succeeds', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'thing.json', 'sub'), { recursive: true });
  mkdirSync(join(folder, 'thing.set-aside-1.json'));
  const store = openDocument(folder, 'thing');
  expect([store.read(), store.write({ a: 1 }).ok, store.read()]).toEqual([
    {
      ok: false,
      error: {
        kind: 'unreadable',
        quarantinedAs: 'thing.set-aside-2.json',
        technical: 'not a regular file',
      },
    },
    true,
    { ok: true, value: { a: 1 } },
  ]);
  expect(readdirSync(join(folder, 'thing.set-aside-2.json'))).toEqual(['sub']);
});

test('T-21 removing a document also removes the files of a torn write; a missing folder is not an error', () => {
  const folder = newFolder();
  const store = openDocument(folder, 'thing');
  store.write({ a: 1 });
  writeFileSync(join(folder, 'thing.json.tmp-1234567890abcdef'), '{"a":');
  const removed = store.remove();
  const nowhere = openDocument(join(folder, 'not', 'yet'), 'thing').remove();
  expect([removed.ok, nowhere.ok, readdirSync(folder)]).toEqual([true, true, []]);
});

test.runIf(process.platform !== 'win32')(
  'a pipe in the file’s place is unreadable, and reading it ends',
  () => {
    const folder = newFolder();
    execFileSync('mkfifo', [join(folder, 'thing.json')]);
    const document = openDocument(folder, 'thing');
    expect(document.read()).toMatchObject({ ok: false, error: { kind: 'unreadable' } });
    document.quarantine();
    expect(document.write({ a: 1 }).ok).toBe(true);
  },
);

test.runIf(process.platform !== 'win32')(
  'a write replaces a link in the file’s place, and not the file it shows',
  () => {
    const folder = newFolder();
    const [link, shown] = [join(folder, 'thing.json'), join(folder, 'elsewhere')];
    writeFileSync(shown, '{"a":1}');
    symlinkSync(shown, link);
    const document = openDocument(folder, 'thing');
    const before = document.read();
    document.write({ a: 2 });
    const after = [document.read(), lstatSync(link).isFile(), readFileSync(shown, 'utf8')];
    symlinkSync(join(folder, 'nothing'), join(folder, 'other.json'));
    const dangling = openDocument(folder, 'other').write({});
    expect([before, after, dangling.ok, existsSync(join(folder, 'nothing'))]).toEqual([
      { ok: true, value: { a: 1 } },
      [{ ok: true, value: { a: 2 } }, true, '{"a":1}'],
      true,
      false,
    ]);
  },
);
