import { useId, type ReactNode } from 'react';

/** Settings that belong together. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="settings__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="settings__card">{children}</div>
    </section>
  );
}
