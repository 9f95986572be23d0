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
  /** Level of its heading in the page. */
  readonly level?: 3 | 4;
  readonly openAtFirst?: boolean;
  readonly children: ReactNode;
}

/** Something that is one click away. */
export function Disclosure({ title, level = 3, openAtFirst = false, children }: DisclosureProps) {
  return (
    <AriaDisclosure className="disclosure" defaultExpanded={openAtFirst}>
      <Heading level={level} className="disclosure__heading">
        <Button slot="trigger" className="disclosure__trigger">
          <Icon name="chevronRight" />
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className="disclosure__panel">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
