import { useState } from 'react';
import { useShell } from '../services/shell.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';

/** Copies the bill's id, for looking the bill up elsewhere. The id itself isn't shown. */
export function CopyId({ id }: { readonly id: string }) {
  const { run, announce } = useShell();
  const [isCopied, setCopied] = useState(false);
  const text = messages.review.detail;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    announce(text.idCopied);
  };
  return (
    <Button
      size="small"
      variant="quiet"
      icon={isCopied ? 'check' : 'copy'}
      onPress={() => run(copy())}
    >
      {isCopied ? text.idCopied : text.copyId}
    </Button>
  );
}
