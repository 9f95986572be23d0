import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useRoute } from '../../kit/services/route.ts';

export interface SectionProps {
  readonly title: string;
  /** Name in a link: `#/settings/<part>` opens this section. */
  readonly part?: string;
  readonly children: ReactNode;
}

/** A titled group of settings. */
export function Section({ title, part, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { part: partShown } = useRoute();
  const isAskedFor = part !== undefined && part === partShown;
  useEffect(() => {
    if (!isAskedFor) return;
    heading.current?.focus();
    heading.current?.scrollIntoView({ block: 'start' });
  }, [isAskedFor]);
  return (
    <section className="settings__section" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div className="settings__card">{children}</div>
    </section>
  );
}

/** A control with its explanation below it. */
export function Setting({ hint, children }: { hint: string | undefined; children: ReactNode }) {
  if (hint === undefined) return children;
  return (
    <div className="stack stack--close">
      {children}
      <p className="setting__hint">{hint}</p>
    </div>
  );
}
