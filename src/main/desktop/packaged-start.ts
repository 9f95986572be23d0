/** Switches that change how Billfold looks and nothing of what it may do; one is the updater's, one the login's. */
const HARMLESS = [
  'at-login',
  'disable-gpu',
  'enable-wayland-ime',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'updated',
];

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
    .find((name) => name !== null && !HARMLESS.includes(name));
  return refused === undefined || refused === null
    ? null
    : `It does not start with --${refused}. Start it without.`;
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
