/** Reason why Electron or Chromium does not start on this computer. */
export type HostFault = 'root' | 'sandbox' | 'display' | 'library';

const signs: Readonly<Record<HostFault, RegExp>> = {
  root: /Running as root without --no-sandbox/,
  sandbox: /No usable sandbox|SUID sandbox helper binary was found, but/,
  display:
    /Missing X server or \$DISPLAY|Failed to connect to Wayland display|platform failed to initialize|Cannot open display|Authorization required, but no authorization/i,
  library: /error while loading shared libraries: \S+/,
};

/** Sentences with the missing part and the way to fix it. */
export const remedies: Readonly<Record<HostFault, string>> = {
  root: 'Chromium’s sandbox does not run as root. Run npm start as an ordinary user.',
  sandbox: [
    'This system does not let Chromium’s sandbox start (Ubuntu 23.10 and later, some containers).',
    'On Ubuntu, allow it until the next boot: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ].join('\n'),
  display:
    'The display does not answer. Check DISPLAY or WAYLAND_DISPLAY, and who may open windows there.',
  library:
    'The system lacks a library that a window needs. Any desktop has it, and so has a package of Chromium.',
};

/** @returns the reason found in a program's output; null when it names none of these */
export function hostFaultIn(output: string): HostFault | null {
  const found = Object.entries(signs).find(([, sign]) => sign.test(output));
  return found === undefined ? null : (found[0] as HostFault);
}
