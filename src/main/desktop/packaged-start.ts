/**
 * Switches that change how Billfold looks and nothing of what it may do: the value each takes, and its words in
 * `--help`. Null for those that the login and the updater add.
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
/** Asked for on a command line; Billfold prints the answer and ends. */
const QUESTIONS = {
  help: ['', 'Print this text and exit'],
  version: ['', 'Print the version and exit'],
} as const;
/** Characters of the first column. */
const WIDTH = 36;

/**
 * Variables that would weaken TLS, write its keys down, or load code into processes of ours. Authorities
 * of a company's own are the system's to name: without NODE_OPTIONS Electron reads no NODE_EXTRA_CA_CERTS.
 */
const DANGEROUS = [
  'ELECTRON_RUN_AS_NODE',
  'NODE_OPTIONS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
];

/**
 * Takes from whoever starts an installed Billfold what would open it: debugging, another proxy, other
 * hosts, no sandbox. Chromium has over a thousand switches, so those that do no harm are named, and all
 * others refused. Dangerous variables are deleted. Before anything else; an unpackaged build takes all.
 * @param args without the program
 * @returns a sentence that says what is refused, or null
 */
export function guardStart(
  isPackaged: boolean,
  args: readonly string[],
  variables: Record<string, string | undefined>,
  platform: NodeJS.Platform,
): string | null {
  if (!isPackaged) return null;
  for (const name of DANGEROUS) delete variables[name];
  const refused = args
    .map((arg) => switchOf(arg, platform))
    .find((name) => name !== null && !isKnown(name));
  return refused === undefined || refused === null
    ? null
    : `It does not start with --${refused}. Start it without.`;
}

function isKnown(name: string): boolean {
  return Object.hasOwn(HARMLESS, name) || Object.hasOwn(QUESTIONS, name);
}

/**
 * Answers `--version` and `--help` of an installed Billfold.
 * @param args without the program
 * @returns text for standard output, or null when neither was asked
 */
export function answerTo(
  args: readonly string[],
  version: string,
  platform: NodeJS.Platform,
): string | null {
  const asked = args.map((arg) => switchOf(arg, platform));
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

/** A switch's name, in each form that Chromium reads on this system; null for what is none. */
function switchOf(arg: string, platform: NodeJS.Platform): string | null {
  // What macOS adds when Finder starts a program.
  if (/^-psn_\d+_\d+$/.test(arg)) return null;
  // Elsewhere a slash begins the path of a file.
  const form = platform === 'win32' ? /^(?:--?|\/(?=[a-z-]+(?:[=:]|$)))([^=]*)/i : /^--?([^=]*)/;
  const name = form.exec(arg)?.[1];
  return name === undefined || name === '' ? null : name.toLowerCase();
}
