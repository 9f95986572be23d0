import { expect, test } from 'vitest';
import { fieldMenu } from './field-menu.ts';

const editFlags = {
  ...{ canUndo: false, canRedo: false, canCut: false, canCopy: true, canPaste: true },
  ...{ canDelete: false, canSelectAll: true, canEditRichly: false },
};
const nothing = {
  ...{ isEditable: false, selectionText: '', misspelledWord: '', editFlags },
  dictionarySuggestions: [] as string[],
};

test('fields offer the possible edits, selected text offers copying, and other places have no system menu', () => {
  const replaced: string[] = [];
  const offered = (clicked: Partial<typeof nothing>): unknown[] =>
    fieldMenu({ ...nothing, ...clicked }, 'de', (word) => replaced.push(word)).map(
      ({ type, role, label, enabled, click }) => {
        click?.(null as never, undefined, null as never);
        return type ?? [role ?? 'word', label, enabled ?? true];
      },
    );
  const field = [
    ['cut', 'Ausschneiden', false],
    ['copy', 'Kopieren', true],
    ['paste', 'Einfügen', true],
    'separator',
    ['selectAll', 'Alles auswählen', true],
  ];
  expect({
    nowhere: offered({}),
    marked: offered({ selectionText: '250 days' }),
    field: offered({ isEditable: true }),
    note: offered({
      isEditable: true,
      misspelledWord: 'recieved',
      dictionarySuggestions: ['received'],
    }),
    replaced,
  }).toEqual({
    nowhere: [],
    marked: [['copy', 'Kopieren', true]],
    field,
    note: [['word', 'received', true], 'separator', ...field],
    replaced: ['received'],
  });
});
