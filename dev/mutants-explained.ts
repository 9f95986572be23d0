/**
 * Reason, source line without its indent, and for each mistake its column and replacement, as Stryker prints them: `7
 * false`.
 */
export type Explanation = readonly [reason: string, code: string, ...mistakes: readonly string[]];

export const DEFAULT = '"Stryker was here!"';

/** Planted mistakes that make no difference, or change only the time a check takes, by file. */
export const explanations: Readonly<Record<string, readonly Explanation[]>> = {
  'src/main/journal/journal-chain.ts': [
    [
      'A field that is absent reads the same.',
      "if (record?.kind !== 'opened') return { opened: undefined, isLacking: false };",
      '41 {}',
    ],
    ['A function without a return gives undefined as well.', '} catch {', '11 {}'],
  ],
  'src/main/files/node-files.ts': [
    [
      'Only a power cut tells.',
      'export async function syncFolder(folder: string): Promise<void> {',
      '65 {}',
    ],
    ['Only a power cut tells.', 'try {', '7 {}'],
    [
      'Only a power cut tells, and only elsewhere a folder cannot be opened.',
      "if (process.platform === 'win32') return;",
      '7 true',
      '7 false',
      "7 process.platform !== 'win32'",
      '28 ""',
    ],
  ],
  'src/main/files/new-files.ts': [
    [
      'A file in its place has left nothing to discard.',
      'if (!put.ok) await discard();',
      '17 true',
    ],
  ],
  'src/main/journal/journal-writer.ts': [
    [
      'A file that was not there holds nothing to cut off.',
      'const dirty = last !== null;',
      '17 true',
    ],
    ['It is cut once more at the same place.', 'file.dirty = false;', '16 true'],
    [
      'No bytes leave the file as it is.',
      'if (!cleaned.ok || records.length === 0) return cleaned;',
      '22 false',
    ],
    [
      'It is cut once more at the same place.',
      'if (!file.dirty) return succeed(undefined);',
      '7 false',
    ],
    [
      'It is cut once more at the same place.',
      'if (synced.ok) file.dirty = false;',
      '7 false',
      '31 true',
    ],
  ],
  'src/main/journal/journal-state.ts': [
    [
      'Only settings that there are can have been sealed.',
      'if (protections !== null) deps.protections?.applySealed(protections);',
      '29 deps.protections.applySealed',
    ],
    [
      'Nothing waits for a checkpoint after the journal is closed.',
      'const at = writer?.end();',
      '14 writer.end',
    ],
    [
      'A write that succeeded has opened a file with lines.',
      'const name = writer.value.end()?.last.name;',
      '16 writer.value.end().last',
    ],
    [
      'A write that succeeded has opened a file with lines.',
      'if (name !== undefined && name !== state.names.at(-1)) {',
      '7 true',
    ],
    ['The start sets it before it is read.', 'holdsExpected: true,', '20 false'],
    ['The start sets it before it is read.', 'isAsLeft: true,', '15 false'],
    ['The start sets it before it is read.', 'isReadWhole: false,', '18 true'],
    ['The start sets it before it is read.', 'names: [],', '12 ["Stryker was here"]'],
    [
      'Without a keyring there is no next key either.',
      'if (next === null || deps.keys === undefined || checkpointKey === null) return false;',
      '24 false',
      '51 false',
    ],
    [
      'Only a new row of keys is asked, and it has a next key.',
      'if (next === null || deps.keys === undefined || checkpointKey === null) return false;',
      '82 true',
    ],
  ],
  'src/main/journal/journal.ts': [
    [
      'Only settings that there are can have been sealed.',
      'if (sealed === null || deps.protections?.currentText() === sealed) return;',
      '32 deps.protections.currentText',
    ],
    [
      'Only an end has this field.',
      "if (note.kind !== 'ended' || note.how !== 'confirmedByService') return note;",
      '7 false',
    ],
    [
      'The start has opened it some lines before.',
      'if (summary.isKeyed && state.writer?.nextKey() === null) return;',
      '26 state.writer.nextKey',
    ],
  ],
  'src/main/journal/journal-index.ts': [
    [
      'No bill has either of these ids.',
      "const nothing = { organizationId: '', billId: '', hasEnded: true, isProven: true };",
      `49 ${DEFAULT}`,
    ],
    [
      'There is a bill for each approval.',
      "setApproval(all, id, { ...place, billId: of.bills[at] ?? '', hasEnded, isProven: true }),",
      `66 ${DEFAULT}`,
    ],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'opened':", '10 ""'],
    [
      'No attempt has such a number.',
      'moreAttempts.set(approvalId, [...(moreAttempts.get(approvalId) ?? []), attempt]);',
      '71 ["Stryker was here"]',
    ],
    [
      'No attempt has such a number.',
      'const attempts = [1, ...(moreAttempts.get(approvalId) ?? [])];',
      '59 ["Stryker was here"]',
    ],
    [
      'Each listed id is of a known approval; an unknown id is of no bill.',
      'const others = (byBill.get(key) ?? []).flatMap((id) => {',
      '38 ["Stryker was here"]',
    ],
    [
      'Each listed id is of a known approval.',
      "const isHere = foldId(organizationId ?? '') === foldId(claim.organizationId);",
      '45 "Stryker was here!"',
    ],
    [
      'A text has no kind.',
      "const isConfirmed = outcome !== 'attemptOnly' && outcome.kind === 'confirmed';",
      '25 true',
      '37 ""',
    ],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'repaired':", '10 ""'],
    ['Nothing is done for this kind, nor for one that is not listed.', "case 'restored':", '10 ""'],
  ],
  'src/main/journal/verify-journal.ts': [
    [
      'Only an approval has this mark.',
      "if (record.kind === 'approved' && (record.readByMain ?? 'same') !== 'same') {",
      '11 true',
    ],
    [
      'Counts of other kinds are not shown.',
      "if (record.kind === 'attempt' || record.kind === 'outcome') counts[record.kind] += 1;",
      '11 true',
    ],
    [
      'Only an end has this mark.',
      "if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.ended += 1;",
      '11 true',
    ],
  ],
  'src/main/journal/journal-service.ts': [
    [
      'The first file sets it before a line is read.',
      "let [name, by]: [string, JournalEntry['by']] = ['', null];",
      `55 ${DEFAULT}`,
    ],
    ['An absent answer is written like an empty one.', "case 'unknown':", "5 case 'unknown':"],
    [
      'Each row has all columns.',
      "const lines = rows.map((row) => csvLine(columns.map((column) => csvField(row[column] ?? ''))));",
      `91 ${DEFAULT}`,
    ],
    [
      'Each row has all columns.',
      "return Object.fromEntries(columns.map((column) => [headingOf(column), row[column] ?? '']));",
      `88 ${DEFAULT}`,
    ],
    [
      'Only an end has this mark.',
      "if (record.kind === 'ended' && record.onlyTheWindow) onlyTheWindow.add(record.approvalId);",
      '9 true',
    ],
    [
      'No other line says who writes.',
      "if (record.kind === 'opened') by = record.by ?? by;",
      '13 true',
    ],
    ['The compiler sees that no kind is left.', 'default:', '5 default:'],
  ],
  'src/main/journal/journal-authentication.ts': [
    [
      'No HMAC fits a line without one, and where keys are known there is a next one.',
      'if (line.mac === null || next === null) return null;',
      '7 false',
      '7 line.mac === null && next === null',
      '28 false',
    ],
    [
      'Where keys are known there is a next one.',
      'let key = next?.id === id && next.index <= index ? next : lines.starts.get(id);',
      '13 next.id',
    ],
    [
      'Where keys are known there is a next one.',
      'const isOfSeries = next?.id === key.id;',
      '22 next.id',
    ],
    [
      'Null is above no length.',
      'const isCut = gap !== null && gap > lines.pending.length;',
      '17 true',
    ],
    [
      'A bound on time: the rest of a journal that is broken all over.',
      'if (lines.searchesLeft === 0) return null;',
      '7 false',
    ],
    [
      'A bound on time: the rest of a journal that is broken all over.',
      'lines.searchesLeft -= 1;',
      '3 lines.searchesLeft += 1',
    ],
    [
      'From the first key of the row the same key is reached, only later.',
      'let key = next?.id === id && next.index <= index ? next : lines.starts.get(id);',
      '13 false',
      '32 next.index < index',
    ],
    [
      'A bound on time; a key of another index fits no line.',
      'if (key === undefined || index < key.index || index - key.index > MAX_SKIPPED) return null;',
      '28 false',
      '49 false',
      '49 index - key.index >= MAX_SKIPPED',
      '49 index + key.index',
    ],
  ],
};
