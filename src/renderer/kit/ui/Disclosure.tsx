import type { ReactNode } from 'react';
import {
  Disclosure as AriaDisclosure,
  Button,
  DisclosurePanel,
  Heading,
} from 'react-aria-components';
import './disclosure.css';
import { Icon } from './icons.tsx';

export interface DisclosureProps {
  readonly title: string;
  /** Level of its heading in the page; null where it is no part of the page's outline. */
  readonly level?: 3 | 4 | null;
  readonly openAtFirst?: boolean;
  readonly children: ReactNode;
}

/** Something that is one click away. */
export function Disclosure({ title, level = 3, openAtFirst = false, children }: DisclosureProps) {
  const trigger = (
    <Button slot="trigger" className="disclosure__trigger">
      <Icon name="chevronRight" />
      {title}
    </Button>
  );
  return (
    <AriaDisclosure className="disclosure" defaultExpanded={openAtFirst}>
      {level === null ? (
        <div className="disclosure__heading">{trigger}</div>
      ) : (
        <Heading level={level} className="disclosure__heading">
          {trigger}
        </Heading>
      )}
      <DisclosurePanel className="disclosure__panel">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
