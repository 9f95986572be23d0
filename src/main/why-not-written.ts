/** Why a file of the user could not be written, as far as the user can act on it. */
export type WhyNotWritten = 'noRoom' | 'notAllowed' | 'notWritten';

const reasons: Readonly<Record<string, WhyNotWritten>> = {
  ENOSPC: 'noRoom',
  EDQUOT: 'noRoom',
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EROFS: 'notAllowed',
};

/** @param code error code of the system, such as ENOSPC */
export function whyNotWritten(code: string): WhyNotWritten {
  return reasons[code] ?? 'notWritten';
}

/** Name of a file without its folder: the window must not learn paths. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
