import { useCallback } from 'react';
import { useServices } from '../../kit/services.ts';
import { vendorName } from '../../../contract/assumptions.ts';
import { sortKeyOf } from '../../core/bills/search-text.ts';
import { en } from '../../kit/text/en.ts';
import { queryFor } from '../../core/bills/bill-list.ts';
import type { FilterOffer } from './filter-form.ts';
import type { ListChoice } from '../../core/bills/review-view.ts';

/** What the filter panel offers to choose from: what the bills of this status have, unfiltered. */
export function useFilterOffer({ list }: Pick<ListChoice, 'list'>): () => FilterOffer {
  const { bills } = useServices().workspace;
  return useCallback(() => {
    const query = queryFor({ list, search: '', sort: 'dueDate', descending: false });
    const vendors = new Set<string>();
    const currencies = new Set<string>();
    for (const { bill } of bills.query(query)) {
      vendors.add(vendorName(bill) ?? en.review.noVendor);
      currencies.add(bill.currency);
    }
    return { vendors: [...vendors].toSorted(byName), currencies: [...currencies].toSorted() };
  }, [bills, list]);
}

function byName(left: string, right: string): number {
  return sortKeyOf(left) < sortKeyOf(right) ? -1 : 1;
}
