import { useState } from 'react';
import { billPageProblem } from '../../../bridge/bill-page.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Field, submits } from '../../kit/ui/Field.tsx';

/** Address of the service's bill pages. Main asks before it opens another host. */
export function BillPageField({ connectionId }: { readonly connectionId: string }) {
  const { workspace } = useData();
  const { run } = useShell();
  const { billPages } = useObservable(workspace.settings);
  const known = billPages.find((page) => page.connectionId === connectionId)?.address ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = messages.settings.billPage;
  const save = async (): Promise<void> => {
    const address = (typed ?? known).trim();
    const wrong = address === '' ? null : billPageProblem(address);
    setProblem(wrong === null ? null : text.problems[wrong]);
    if (wrong !== null) return;
    const others = billPages.filter((page) => page.connectionId !== connectionId);
    await workspace.commands.changeSettings({
      billPages: address === '' ? others : [...others, { connectionId, address }],
    });
    setTyped(null);
  };
  return (
    <form className="stack stack--close" onSubmit={submits(() => run(save()))}>
      <Field
        label={text.label}
        name="billPage"
        type="text"
        inputMode="url"
        value={typed ?? known}
        onChange={setTyped}
        hint={text.hint}
        problem={problem}
      />
      {typed !== null && typed !== known && (
        <div>
          <Button size="small" type="submit">
            {text.save}
          </Button>
        </div>
      )}
    </form>
  );
}
