import { createContext, use, type CSSProperties, type ReactNode } from 'react';
import { routeHref } from '../../kit/services/route.ts';
import { useReview } from '../../kit/services/review.ts';
import {
  reviewChoiceOf,
  type FiguredList,
  type ReportFilter,
} from '../../core/bills/figures/report-filter.ts';

export interface FigureLinkProps {
  readonly filter: ReportFilter;
  /** The link's target in a sentence that contains its visible text. */
  readonly name: string;
  readonly className?: string;
  readonly title?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** The list of bills from which the surrounding figures are computed. */
export const FiguredListContext = createContext<FiguredList>('payable');

export function FigureLink({ filter, name, children, ...appearance }: FigureLinkProps) {
  const { review } = useReview();
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
