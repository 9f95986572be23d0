import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../bridge/settings.ts';

const messages = {
  en: { cut: 'Cut', copy: 'Copy', paste: 'Paste', selectAll: 'Select all' },
  de: { cut: 'Ausschneiden', copy: 'Kopieren', paste: 'Einfügen', selectAll: 'Alles auswählen' },
} as const satisfies Record<Language, object>;

type Clicked = Pick<
  ContextMenuParams,
  'dictionarySuggestions' | 'editFlags' | 'isEditable' | 'misspelledWord' | 'selectionText'
>;

/**
 * Context menu of a field or of selected text; empty elsewhere. The page draws its own menus.
 * @param replace replaces the misspelled word
 */
export function fieldMenu(
  { isEditable, selectionText, editFlags, misspelledWord, dictionarySuggestions }: Clicked,
  language: Language,
  replace: (word: string) => void,
): MenuItemConstructorOptions[] {
  const text = messages[language];
  const copy: MenuItemConstructorOptions = {
    role: 'copy',
    label: text.copy,
    enabled: editFlags.canCopy,
  };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const suggested = misspelledWord === '' ? [] : dictionarySuggestions;
  return [
    ...suggested.map((label) => ({ label, click: () => replace(label) })),
    ...(suggested.length > 0 ? [{ type: 'separator' } as const] : []),
    { role: 'cut', label: text.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: text.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: text.selectAll, enabled: editFlags.canSelectAll },
  ];
}
