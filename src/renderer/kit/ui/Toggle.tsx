import { Switch } from 'react-aria-components';
import './toggle.css';

export interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A switch that takes effect at once. */
export function Toggle({ label, isOn, onChange }: ToggleProps) {
  return (
    <Switch className="toggle" isSelected={isOn} onChange={onChange}>
      <span className="toggle__track" aria-hidden="true">
        <span className="toggle__knob" />
      </span>
      <span>{label}</span>
    </Switch>
  );
}
