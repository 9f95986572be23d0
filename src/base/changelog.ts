/** A version and its news for users, one or two sentences each. */
interface VersionNotes {
  readonly version: string;
  readonly notes: readonly string[];
}

/** Reads the headings of a changelog with their bullets, newest first, including the unreleased part. */
export function readChangelog(text: string): readonly VersionNotes[] {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...bullets] = section.split(/^- /m);
    return {
      version: heading.split('\n', 1)[0]?.trim() ?? '',
      notes: bullets.map((bullet) => bullet.replaceAll(/\s+/g, ' ').trim()),
    };
  });
}
