import { createContext, use, type CSSProperties, type ReactNode } from 'react';
import { routeHref } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import {
  reviewChoiceOf,
  type FiguredList,
  type InsightFilter,
} from '../../core/bills/insight-filter.ts';

export interface FigureLinkProps {
  readonly filter: InsightFilter;
  /** Where it leads, in a sentence that holds the words it shows. */
  readonly name: string;
  readonly className?: string;
  readonly title?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** Which bills the figures around are of. */
export const FiguredListContext = createContext<FiguredList>('payable');

/** Leads from a figure to the bills it is made of. */
export function FigureLink({ filter, name, children, ...appearance }: FigureLinkProps) {
  const { review } = useServices();
  const list = use(FiguredListContext);
  return (
    <a
      {...appearance}
      href={routeHref('review')}
      aria-label={name}
      onClick={() => review.set({ ...review.get(), ...reviewChoiceOf(filter, list) })}
    >
      {children}
    </a>
  );
}
