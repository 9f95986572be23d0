/** What a user can do something about when a file of theirs was not written. */
export type WhyNotWritten = 'noRoom' | 'notAllowed' | 'notWritten';

const reasons: Readonly<Record<string, WhyNotWritten>> = {
  ENOSPC: 'noRoom',
  EDQUOT: 'noRoom',
  EACCES: 'notAllowed',
  EPERM: 'notAllowed',
  EROFS: 'notAllowed',
};

/** @param code as the system names it, such as ENOSPC */
export function whyNotWritten(code: string): WhyNotWritten {
  return reasons[code] ?? 'notWritten';
}

/** A file's name without the folder, which is nobody's business but main's. */
export function baseName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
