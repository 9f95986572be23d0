import { type ReactNode, useId, useState } from 'react';
import { BareButton } from './Button.tsx';
import './disclosure.css';
import { Icon } from './icons.tsx';

export interface DisclosureProps {
  readonly title: string;
  /** Level of its heading in the page; null when it is not part of the page's outline. */
  readonly level?: 3 | 4 | null;
  readonly openAtFirst?: boolean;
  readonly children: ReactNode;
}

/** A heading that expands its content. */
export function Disclosure({ title, level = 3, openAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(openAtFirst);
  const id = useId();
  const Heading = level === null ? 'div' : (`h${level}` as const);
  return (
    <div className="disclosure" data-expanded={isOpen || undefined}>
      <Heading className="disclosure__heading">
        <BareButton
          id={`${id}trigger`}
          className="disclosure__trigger"
          aria-expanded={isOpen}
          aria-controls={id}
          onPress={() => setOpen(!isOpen)}
        >
          <Icon name="chevronRight" />
          {title}
        </BareButton>
      </Heading>
      <div
        id={id}
        role="group"
        aria-labelledby={`${id}trigger`}
        className="disclosure__panel"
        hidden={!isOpen}
      >
        {children}
      </div>
    </div>
  );
}
