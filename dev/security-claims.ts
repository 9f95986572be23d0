import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { FuseV1Options } from '@electron/fuses';

const root = resolve(import.meta.dirname, '..');

/** A measure, implemented by source lines and kept by tests. */
export interface Claim {
  readonly name: string;
  /** A file from the root, and a pattern of one of its lines. */
  readonly lines?: readonly (readonly [file: string, pattern: RegExp])[];
  /** Pattern that no file of main, preload or window may contain. */
  readonly absent?: RegExp;
  /** Rule ids, or beginnings of test titles. */
  readonly tests: readonly string[];
}

/** Title of the test that inspects the built app from its page. */
const SMOKE = 'D-8, D-9 a fresh start';

/** https://www.electronjs.org/docs/latest/tutorial/security, in its order. */
export const checklist: readonly Claim[] = [
  {
    name: '1 only secure content is loaded',
    lines: [
      ['src/main/desktop/shell.ts', /window\.loadURL\(isLocked\(\) \? APP_LOCKED_URL : startUrl\)/],
      ['src/main/desktop/shell.ts', /startUrl = APP_START_URL \+/],
      ['src/main/desktop/app-assets.ts', /"default-src 'none'"/],
    ],
    tests: ['app:// refuses', 'D-8 the policy allows'],
  },
  {
    name: '2 no Node.js in pages',
    lines: [
      ['src/main/desktop/main-window.ts', /nodeIntegration: false/],
      ['src/main/desktop/print-window.ts', /nodeIntegration: false/],
    ],
    absent: /nodeIntegration(InWorker|InSubFrames)?: true/,
    tests: [SMOKE, 'a window with %o is refused'],
  },
  {
    name: '3 context isolation',
    lines: [
      ['src/main/desktop/main-window.ts', /contextIsolation: true/],
      ['src/main/desktop/print-window.ts', /contextIsolation: true/],
    ],
    absent: /contextIsolation: false/,
    tests: [SMOKE, 'a window with %o is refused'],
  },
  {
    name: '4 every process is sandboxed',
    lines: [
      ['src/main/index.ts', /^app\.enableSandbox\(\)/],
      ['src/main/desktop/main-window.ts', /sandbox: true/],
    ],
    absent: /sandbox: false|no-sandbox/,
    tests: [SMOKE, 'a window with %o is refused'],
  },
  {
    name: '5 permissions are asked for, and refused',
    lines: [['src/main/desktop/lock-down.ts', /setPermissionRequestHandler\(/]],
    tests: ['the page may only keep storage'],
  },
  { name: '6 web security is on', absent: /webSecurity|disable-web-security/, tests: ['D-39'] },
  {
    name: '7 a restrictive Content-Security-Policy',
    lines: [['src/main/desktop/app-assets.ts', /"require-trusted-types-for 'script'"/]],
    absent: /unsafe-eval/,
    tests: ['D-8 the policy allows', SMOKE],
  },
  { name: '8 no insecure content', absent: /allowRunningInsecureContent/, tests: ['D-39'] },
  { name: '9 no experimental features', absent: /experimentalFeatures/, tests: ['D-39'] },
  { name: '10 no Blink features', absent: /enableBlinkFeatures/, tests: ['D-39'] },
  { name: '11 no popups of webviews', absent: /allowpopups/i, tests: ['D-39'] },
  {
    name: '12 no webviews',
    lines: [
      ['src/main/desktop/main-window.ts', /webviewTag: false/],
      ['src/main/desktop/lock-down.ts', /'will-attach-webview', stay/],
    ],
    absent: /webviewTag: true/,
    tests: ['D-9'],
  },
  {
    name: '13 no navigation',
    lines: [['src/main/desktop/lock-down.ts', /'will-frame-navigate', stay/]],
    tests: ['D-9', SMOKE],
  },
  {
    name: '14 no new windows',
    lines: [
      ['src/main/desktop/lock-down.ts', /setWindowOpenHandler\(\(\) => \(\{ action: 'deny' \}\)\)/],
    ],
    tests: ['D-9', SMOKE],
  },
  {
    name: '15 the system opens safe addresses alone',
    lines: [['src/main/desktop/system-browser.ts', /if \(!isSafeAddress\(url\)\) return fail/]],
    tests: ['%s does not open', 'the browser gets the parsed address'],
  },
  {
    name: '16 a current Electron',
    lines: [
      [
        'package.json',
        new RegExp(`"electron": "\\^${majorOf('node_modules/electron/package.json')}\\.`),
      ],
    ],
    tests: ['D-39'],
  },
  {
    name: '17 the sender of each call is looked at',
    lines: [['src/main/desktop/bridge-answers.ts', /if \(!isOurs\(event\)\)/]],
    tests: ['D-1 a call from any other page'],
  },
  {
    name: '18 a protocol of its own in place of file://',
    lines: [
      [
        'src/main/desktop/app-protocol.ts',
        /scheme: APP_SCHEME, privileges: \{ standard: true, secure: true/,
      ],
    ],
    absent: /\.loadFile\(|loadURL\(['"`]file:/,
    tests: ['app:// serves'],
  },
  {
    name: '19 fuses are decided',
    lines: [['dev/package/fuses.ts', /strictlyRequireAllFuses: true/]],
    tests: ['D-39'],
  },
  {
    name: '20 no Electron in pages',
    lines: [['src/preload/preload-bridge.ts', /listener\(payload\)/]],
    tests: ['listeners get only the payload', SMOKE],
  },
];

/** `npm run package -- --verify` reads them back from the program, and fails when one has another value. */
export const fuses: readonly Claim[] = Object.values(FuseV1Options)
  .filter((fuse) => typeof fuse === 'string')
  .map((fuse) => ({
    name: `fuse ${fuse}`,
    lines: [
      ['dev/package/fuses.ts', new RegExp(`\\[FuseV1Options\\.${fuse}\\]: (true|false),`)],
      ['dev/package/verify.ts', /'the fuses are read back from the program'/],
    ],
    tests: ['D-39'],
  }));

/** Measures of issue 15, in its order. */
export const issue: readonly Claim[] = [
  {
    name: '1 the cache is sealed',
    tests: [
      'C-90 after the whole job',
      'C-90 the disk shows only ids',
      'C-90 a destroyed key',
      'C-91',
      'T-30',
    ],
  },
  {
    name: '2 the window can be locked',
    lines: [
      ['src/main/desktop/bridge-answers.ts', /if \(isLocked\(\) && name !== 'app\.unlock'\)/],
    ],
    tests: [
      'D-38 a locked window shows',
      'D-38 main answers only the unlock calls',
      'D-38 the window locks after',
    ],
  },
  {
    name: '3 folders are the user’s own, retention, diagnostics, removal',
    lines: [
      ['src/main/desktop/private-folder.ts', /chmodSync\(path, FOLDER_MODE\)/],
      ['src/bridge/policy.ts', /journalRetentionDays/],
    ],
    tests: [
      'D-41',
      'D-42 the data is removed as the last step',
      'D-43',
      'the log drops lines older',
    ],
  },
  { name: '4 the audit log says what it is', tests: ['J-50', 'J-51', 'J-52'] },
  { name: '5 the network of a company', tests: ['H-1', 'H-2', 'H-3'] },
  {
    name: '6 no text turns another around',
    tests: ['no vendor name reorders', 'the log escapes characters'],
  },
  {
    name: '7 the window has no way out',
    lines: [
      ['src/main/desktop/lock-down.ts', /setWebRTCIPHandlingPolicy\('disable_non_proxied_udp'\)/],
      ['src/main/desktop/lock-down.ts', /session\.setProxy\(UNREACHABLE_PROXY\)/],
      ['src/main/desktop/save-connection.ts', /await confirmService\(/],
      ['src/main/desktop/app-assets.ts', /"trusted-types 'none'"/],
      ['src/preload/index.ts', /declare const BRIDGE_NAMES/],
      ['tests/e2e/smoke.spec.ts', /toBeLessThanOrEqual\(5 \* 1024\)/],
    ],
    tests: [SMOKE, 'D-8 the policy allows', 'D-9', 'D-36'],
  },
  {
    name: '8 calls have bounds',
    lines: [
      ['src/bridge/bounds.ts', /value\.length <= most/],
      ['src/main/desktop/app-log.ts', /MAX_LINE = 4_096/],
      ['src/main/desktop/bridge-answers.ts', /MAX_ISSUES = 5/],
      ['src/main/desktop/redact.ts', /MAX_SECRETS = 50/],
    ],
    tests: [
      'D-37 100,000 calls',
      'D-37 every text and list',
      'D-37 the redactor remembers',
      'D-37 a line is cut',
    ],
  },
  {
    name: '9 sandbox, guards, depth, names, addresses',
    lines: [
      ['src/main/index.ts', /^app\.enableSandbox\(\)/],
      ['src/main/desktop/lock-down.ts', /app\.on\('web-contents-created'/],
      ['src/bridge/bounds.ts', /depth >= MAX_LEVELS/],
      ['src/main/desktop/system-browser.ts', /openExternal\(href\)/],
    ],
    tests: [
      'D-9',
      'the browser gets the parsed address',
      'D-37 fields larger or deeper',
      'the suggested name of a file leads',
    ],
  },
  { name: '10 the sign-in tells the system nothing', tests: ['A-20'] },
  { name: '11 no cell begins with a formula', tests: ['X-2'] },
  { name: '12 the stand-in opens nothing', tests: ['D-40'] },
  {
    name: '13 Node’s program, licenses, what main does not need',
    lines: [
      ['package-lock.json', /"node_modules\/node-(bin-)?linux-x64"/],
      ['package.json', /"check": ".*licen[cs]es/],
    ],
    tests: ['a license that is unsuitable'],
  },
];

/** Measures of issue 38. */
export const bank: readonly Claim[] = [
  { name: '1 updates never go back', tests: ['I-20 rollback'] },
  { name: '1 a list that expires, and a notice', tests: ['I-21 freeze'] },
  { name: '1 revoked versions', tests: ['I-22 a revoked'] },
  { name: '1 lists and files without end', tests: ['endless data'] },
  { name: '1 files and keys of other releases', tests: ['I-2 mix and match', 'I-2 wrong key'] },
  {
    name: '1 keys that change, or are stolen',
    tests: ['I-24 key rotation', 'I-24 key compromise'],
  },
  { name: '1 what is installed is what was hashed', tests: ['I-25'] },
  { name: '1 no way from https to http', tests: ['a server that redirects'] },
  { name: '2 the policy of Windows', tests: ['E-9'] },
  {
    name: '3 locked means gone',
    tests: [
      'D-38 a locked Billfold serves only',
      'D-38 while locked, main has no key',
      'D-38 a locked window shows',
    ],
  },
  { name: '3 a key once per page', tests: ['T-40'] },
  { name: '4 no other way after a proxy that refuses', tests: ['H-3 after a proxy'] },
  { name: '4 app:// and ids', tests: ['app:// refuses', 'an id that could lead'] },
  { name: '4 no key after a sign-out', tests: ['C-90 a sign-out at any moment'] },
  { name: '4 no older version of a page', tests: ['C-91 an older version'] },
  {
    name: '4 only JSON crosses in a bill',
    tests: ['D-37 fields that are not JSON', 'the journal refuses'],
  },
  { name: '4 no switch behind white space', tests: ['D-31 white space'] },
  {
    name: '4 settings weakened in the file are put back',
    tests: [
      'E-6 a protection weakened',
      'E-6 the strictest settings',
      'E-6 weak storage',
      'E-6 fields that no user',
    ],
  },
  {
    name: '4 an excluded field counts if it could name a payee',
    tests: ['P-61 an excluded field counts'],
  },
  {
    name: '4 removal, files, pages and drafts pause',
    tests: ['W-31 canceled dialogs', 'D-37 a page that was taken over cannot flood'],
  },
  {
    name: '4 no end cut off after a crash, and no forged line believed',
    tests: ['J-51 the end is sealed', 'J-51 a line after'],
  },
  {
    name: '4 another client or redirect is confirmed',
    tests: ['D-36 the user confirms', 'D-36 an edited'],
  },
  {
    name: '4 notes and readings of the log have bounds',
    tests: ['D-37 notes of a page', 'D-37 requests that read'],
  },
  { name: '5 the list of parts', tests: ['the list of parts fits'] },
];

function majorOf(manifest: string): string {
  const { version } = JSON.parse(readFileSync(resolve(root, manifest), 'utf8')) as {
    version: string;
  };
  return version.split('.')[0] ?? '';
}
