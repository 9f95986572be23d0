import { en } from '../kit/text/en.ts';
import { Message } from '../kit/ui/Message.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';

/** What the user has just done could not be stored: said on whatever screen they are. */
export function FullDisk() {
  const { diskFull } = useServices();
  if (!useObservable(diskFull)) return null;
  return (
    <div className="notices">
      <Message
        tone="danger"
        urgent
        sentence={{ ...en.problems.diskFull, quote: null, technical: null }}
        onDismiss={() => diskFull.set(false)}
      />
    </div>
  );
}
