import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preloadScript } from './preload-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'preload-'));
afterAll(() => rmSync(folder, { recursive: true }));

function preloadOf(name: string, source: string): string {
  const path = join(folder, name);
  writeFileSync(path, source);
  return path;
}

test.each([
  ['index.mjs', 'globalThis.x = 1;'],
  ['import.cjs', "import { contextBridge } from 'electron';"],
  ['export.js', "'use strict';\nexport const x = 1;"],
])('a sandboxed preload is CommonJS: %s is refused', (name, source) => {
  const preload = preloadOf(name, source);
  expect(() => preloadScript({ webPreferences: { preload } })).toThrow(
    'A sandboxed preload is CommonJS',
  );
});

test('a CommonJS preload runs as it was built', () => {
  const preload = preloadOf('index.cjs', "const electron = require('electron');");
  expect(preloadScript({ webPreferences: { preload } })).toContain(
    "const electron = require('electron');",
  );
});

test.each([{ sandbox: false }, { contextIsolation: false }, { nodeIntegration: true }])(
  'a window with %o is refused',
  (webPreferences) => {
    expect(() => preloadScript({ webPreferences })).toThrow('sandboxed, isolated pages only');
  },
);
