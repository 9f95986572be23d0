import { expect, test } from 'vitest';
import { installCommand, mayInstall } from './system-packages.ts';

const places = { isDebian: true, isRoot: true, hasPermission: true, isTerminal: true };

test('system packages are installed with permission, after a question on a terminal, and never by sudo unasked', () => {
  expect([
    mayInstall(places),
    mayInstall({ ...places, isTerminal: false }),
    mayInstall({ ...places, hasPermission: false }),
    mayInstall({ ...places, isRoot: false }),
    mayInstall({ ...places, isRoot: false, isTerminal: false }),
    mayInstall({ ...places, hasPermission: false, isTerminal: false }),
    mayInstall({ ...places, isDebian: false }),
  ]).toEqual(['yes', 'yes', 'ask', 'ask', 'no', 'no', 'no']);
});

test('the command is shown as the user would type it', () => {
  expect([installCommand(['xvfb'], true), installCommand(['xvfb', 'dbus'], false)]).toEqual([
    'apt-get update && apt-get install -y --no-install-recommends xvfb',
    'sudo apt-get update && sudo apt-get install -y --no-install-recommends xvfb dbus',
  ]);
});
