/**
 * Switches that change only how Billfold looks, not what it may do: the form of their value, and their text in
 * `--help`. Null for switches that the login and the updater add.
 */
const HARMLESS: Readonly<Record<string, readonly [value: string, words: string] | null>> = {
  'at-login': null,
  'disable-gpu': ['', 'Draw without the graphics card'],
  'enable-wayland-ime': ['', 'Use input methods under Wayland'],
  'force-device-scale-factor': ['=FACTOR', 'Draw larger or smaller, such as 1.5'],
  'force-renderer-accessibility': ['', 'Describe the window to screen readers'],
  lang: ['=LANGUAGE', 'Use another language than the system, such as de'],
  'ozone-platform': ['=PLATFORM', 'Use x11 or wayland'],
  'ozone-platform-hint': ['=auto', 'Use Wayland if the desktop does'],
  updated: null,
};
/** Questions on the command line. Billfold prints the answer and ends. */
const QUESTIONS = {
  help: ['', 'Print this text and exit'],
  version: ['', 'Print the version and exit'],
} as const;
/** Width of the first column in characters. */
const WIDTH = 36;

/**
 * Variables that would weaken TLS, record its keys, add authorities, or load code into Billfold's processes. A company
 * adds its own authorities to the system: without NODE_OPTIONS, Electron does not read NODE_EXTRA_CA_CERTS.
 */
const DANGEROUS = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

/**
 * Refuses switches that would weaken an installed Billfold: debugging, another proxy, other hosts, no sandbox. Because
 * Chromium has over a thousand, Billfold allows only `HARMLESS`, `QUESTIONS`, and arguments that cannot be switches.
 * Chromium trims white space before a switch. It also deletes `DANGEROUS` from `variables`. Call it before anything
 * else. An unpackaged build accepts everything.
 * @param args without the program
 * @returns a sentence that names the refused switch, or null
 */
export function guardStart(
  isPackaged: boolean,
  args: readonly string[],
  variables: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): string | null {
  if (!isPackaged) return null;
  for (const name of DANGEROUS) delete variables[name];
  const refused = args.find((arg) => knownOf(arg, platform) === null && !isHarmless(arg, platform));
  if (refused === undefined) return null;
  const name = /[a-z0-9][\w-]*/i.exec(refused)?.[0].toLowerCase() ?? '';
  return `Billfold does not accept --${name}. Start it without this option.`;
}

/**
 * Answers `--version` and `--help` of an installed Billfold.
 * @param args without the program
 * @returns text for standard output, or null for neither
 */
export function answerTo(
  args: readonly string[],
  version: string,
  platform: NodeJS.Platform,
): string | null {
  const asked = args.map((arg) => knownOf(arg, platform));
  if (asked.includes('version')) return `Billfold ${version}\n`;
  if (!asked.includes('help')) return null;
  const lines = Object.entries({ ...HARMLESS, ...QUESTIONS }).flatMap(([name, line]) =>
    line === null ? [] : [`  ${`--${name}${line[0]}`.padEnd(WIDTH)}${line[1]}\n`],
  );
  return `Usage: billfold [OPTION]… [LINK]

Review and approve vendor bills, with or without a network.
LINK opens the bill that "Copy link to bill" was used on.

${lines.join('')}`;
}

/** Name of a known switch, written exactly; null for all other arguments. */
function knownOf(arg: string, platform: NodeJS.Platform): string | null {
  // On other systems a slash begins a file path.
  const form =
    platform === 'win32' ? /^(?:--|\/)([a-z-]+)(=[\w.,-]*)?$/ : /^--([a-z-]+)(=[\w.,-]*)?$/;
  const name = form.exec(arg)?.[1] ?? '';
  return Object.hasOwn(HARMLESS, name) || Object.hasOwn(QUESTIONS, name) ? name : null;
}

/** Whether an argument cannot be a Chromium switch on this system: a link, a path, or `--`, which ends the switches. */
function isHarmless(arg: string, platform: NodeJS.Platform): boolean {
  // Finder adds an argument with a number on macOS.
  if (arg === '' || arg === '--' || /^-psn_\d+_\d+$/.test(arg)) return true;
  return (platform === 'win32' ? /^[a-z0-9]/i : /^[a-z0-9/]/i).test(arg);
}
