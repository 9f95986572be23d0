import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { Button } from '../ui/Button.tsx';
import { wordsLocale } from '../ui/locale.ts';
import { Message } from '../ui/Message.tsx';
import { useObservable } from '../hooks/use-observable.ts';
import { useOrganizationNames } from '../hooks/use-organizations.ts';

/** That bills are missing in the list of all organizations, and where they are. */
export function ConflictingIdsMessage() {
  const { workspace, run, locale } = useServices();
  const leftOut = useObservable(workspace.bills.leftOut);
  const names = useOrganizationNames();
  if (leftOut.length === 0) return null;
  const ids = [...new Set(leftOut.map(({ organizationId }) => organizationId))];
  const nameOf = (id: string): string => names.get(id) ?? id;
  const words = en.organizations.leftOut;
  const list = new Intl.ListFormat(wordsLocale(locale), { type: 'disjunction' });
  return (
    <div className="list-message">
      <Message
        sentence={{
          title: words.title(leftOut.length),
          whatToDo: words.body(list.format(ids.map(nameOf))),
          quote: null,
          technical: leftOut.map(({ billId }) => billId).join('\n'),
        }}
        actions={ids.map((id) => (
          <Button
            key={id}
            size="small"
            onPress={() => run(workspace.commands.selectOrganization(id))}
          >
            {words.open(nameOf(id))}
          </Button>
        ))}
      />
    </div>
  );
}
