import { useObservable } from '../../kit/hooks/use-observable.ts';
import { useData } from '../../kit/services/data.ts';
import { useShell } from '../../kit/services/shell.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Message } from '../../kit/ui/Message.tsx';

export interface RoutineLaneProps {
  /** Number of routine bills in the list. */
  readonly bills: number;
  readonly onApprove: () => void;
}

/** Approves the routine bills together, once the user has looked at them and turned it on. */
export function RoutineLane({ bills, onApprove }: RoutineLaneProps) {
  const { workspace } = useData();
  const { announce } = useShell();
  const { routineOn } = useObservable(workspace.settings);
  const text = messages.flags.routine;
  const turn = (isOn: boolean): void => {
    workspace.commands
      .changeSettings({ routineOn: isOn })
      .catch(() => announce(messages.settings.saveFailed));
  };
  if (!routineOn) {
    return (
      <Message
        tone="info"
        sentence={text.off}
        actions={
          <Button size="small" onPress={() => turn(true)}>
            {text.turnOn}
          </Button>
        }
      />
    );
  }
  return (
    <Message
      tone="good"
      sentence={text.lane(bills)}
      actions={
        <>
          <Button size="small" variant="primary" icon="check" onPress={onApprove}>
            {text.approve(bills)}
          </Button>
          <Button size="small" variant="quiet" onPress={() => turn(false)}>
            {text.turnOff}
          </Button>
        </>
      }
    />
  );
}
