/** A version, and what people are told is new in it, a sentence or two each. */
export interface VersionNotes {
  readonly version: string;
  readonly notes: readonly string[];
}

/** The headings of a changelog with their bullets, in its order: the newest first, what is unreleased included. */
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
