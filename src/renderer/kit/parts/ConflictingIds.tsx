import type { ConflictingBill } from '../../core/model/bill-row.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useOrganizationNames } from '../hooks/use-organizations.ts';
import { useData } from '../services/data.ts';
import { useShell } from '../services/shell.ts';
import type { MessageText } from '../text/message-text.ts';
import { messages } from '../text/messages.ts';
import { say, sayAll } from '../text/say.ts';
import { Button } from '../ui/Button.tsx';
import { textLocale } from '../ui/locale.ts';
import { Message } from '../ui/Message.tsx';

/** Says that bills with conflicting ids are missing in the list of all organizations, and where to find them. */
export function ConflictingIds() {
  const { workspace } = useData();
  const { run, locale } = useShell();
  const conflicting = useObservable(workspace.bills.conflictingIds);
  const names = useOrganizationNames();
  if (conflicting.length === 0) return null;
  return (
    <Message
      sentence={{
        ...messageOf(conflicting, names, locale),
        technical: conflicting.map(({ billId }) => billId).join('\n'),
      }}
      actions={organizationIds(conflicting).map((id) => (
        <Button
          key={id}
          size="small"
          onPress={() => run(workspace.commands.selectOrganization(id))}
        >
          {messages.organizations.conflictingIds.open(names.get(id) ?? id)}
        </Button>
      ))}
    />
  );
}

/** `formatNotShown` of the bills on screen. */
export function useNotShown(): string | null {
  const conflicting = useObservable(useData().workspace.bills.conflictingIds);
  const { locale } = useShell();
  return formatNotShown(conflicting, useOrganizationNames(), locale);
}

/** The message as one text, for exports; null if no bill is missing. @param names of organizations, by id */
export function formatNotShown(
  conflicting: readonly ConflictingBill[],
  names: ReadonlyMap<string, string>,
  locale: string,
): string | null {
  if (conflicting.length === 0) return null;
  const { title, whatToDo } = messageOf(conflicting, names, locale);
  return sayAll(' ', [say`${title}.`, whatToDo]);
}

function messageOf(
  conflicting: readonly ConflictingBill[],
  names: ReadonlyMap<string, string>,
  locale: string,
): MessageText {
  const text = messages.organizations.conflictingIds;
  const list = new Intl.ListFormat(textLocale(locale), { type: 'disjunction' });
  const each = organizationIds(conflicting).map((id) => say`${names.get(id) ?? id}`);
  return {
    title: text.title(conflicting.length),
    whatToDo: text.body(list.format(each)),
  };
}

function organizationIds(conflicting: readonly ConflictingBill[]): readonly string[] {
  return [...new Set(conflicting.map(({ organizationId }) => organizationId))];
}
