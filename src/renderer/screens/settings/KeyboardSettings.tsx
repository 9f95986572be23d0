import {
  singleKeysSchema,
  type SettingsChange,
  type SingleKeys,
} from '../../../bridge/settings.ts';
import { messages } from '../../kit/text/messages.ts';
import { Choice } from '../../kit/ui/Choice.tsx';
import { Section } from './Section.tsx';

interface KeyboardSettingsProps {
  readonly singleKeys: SingleKeys;
  readonly onChange: (part: SettingsChange) => void;
}

/** Reach of single-key shortcuts (ADR 30). */
export function KeyboardSettings({ singleKeys, onChange }: KeyboardSettingsProps) {
  const text = messages.settings.keyboard;
  return (
    <Section title={text.title} part="keyboard">
      <div className="stack stack--close">
        <Choice
          label={text.singleKeys}
          showLabel
          value={singleKeys}
          options={singleKeysSchema.options.map((id) => ({ id, label: text.choices[id] }))}
          onChange={(chosen) => onChange({ singleKeys: chosen })}
        />
        <p className="setting__hint">{text.hint}</p>
      </div>
    </Section>
  );
}
