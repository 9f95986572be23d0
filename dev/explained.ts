import { explainedInAnswers } from './mutants-explained-in-answers.ts';
import { explainedInApprovals } from './mutants-explained-in-approvals.ts';
import { explainedInSecrets } from './mutants-explained-in-secrets.ts';
import { explanations as explainedElsewhere } from './mutants-explained.ts';

const explanations = {
  ...explainedElsewhere,
  ...explainedInAnswers,
  ...explainedInApprovals,
  ...explainedInSecrets,
};

/** A planted mistake that no test noticed. */
interface Missed {
  readonly file: string;
  readonly code: string;
  readonly column: number;
  readonly replacement: string;
}

/** Whether the list gives a reason why no test notices this mistake. */
export function isExplained({ file, code, column, replacement }: Missed): boolean {
  return (explanations[file] ?? []).some(
    ([, line, ...mistakes]) => line === code && mistakes.includes(`${column} ${replacement}`),
  );
}

/** Explanations whose line is no longer in its file. @param read gives the text of a file */
export function staleExplanations(read: (file: string) => string): readonly string[] {
  return Object.entries(explanations).flatMap(([file, entries]) => {
    const lines = new Set(
      read(file)
        .split('\n')
        .map((line) => line.trim()),
    );
    return entries.filter(([, code]) => !lines.has(code)).map(([, code]) => `${file}: ${code}`);
  });
}
