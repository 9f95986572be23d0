import { useDeferredValue, useMemo } from 'react';
import { vendorName } from '../../../contract/bill.ts';
import { noFilter, firstListChoice } from '../../core/model/list-choice.ts';
import { amountOf } from '../../core/model/currency-totals.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { queryFor } from '../../core/bills/lists/bill-list.ts';
import { findInFew } from '../../core/bills/search/find-in-few.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import { sortKeyOf } from '../../core/bills/search/search-text.ts';
import type { PaletteAction } from '../../kit/actions/action-registry.ts';
import { goTo } from '../../kit/services/route.ts';
import { useData } from '../../kit/services/data.ts';
import { type ReviewServices, useReview } from '../../kit/services/review.ts';
import { useShell } from '../../kit/services/shell.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import { messages } from '../../kit/text/messages.ts';
import { sayAll } from '../../kit/text/say.ts';
import { formatMoney } from '../../../bridge/money.ts';
import type { MatchedGroup } from './match-actions.ts';

/** Minimum length of a search text, because fewer letters match most bills. */
const SHORTEST = 2;
/** Maximum matches of each kind. The list's search shows all. */
const MAX_FINDS = 5;

interface FindsFrom {
  readonly bills: Workspace['bills'];
  readonly locale: string;
  readonly reviewing: ReviewServices;
}

/** Vendors and bills that match the text; `isBehind` while they still belong to an earlier text. */
export function useFinds(typed: string): {
  readonly groups: readonly MatchedGroup[];
  readonly isBehind: boolean;
} {
  const { bills } = useData().workspace;
  const { locale } = useShell();
  const reviewing = useReview();
  const search = useDeferredValue(typed.trim());
  const groups = useMemo(() => {
    if (search.length < SHORTEST) return [];
    const from = { bills, locale, reviewing };
    const found = [
      { group: 'vendors' as const, actions: vendorActions(search, from) },
      { group: 'bills' as const, actions: billActions(search, from) },
    ];
    return found.filter(({ actions }) => actions.length > 0);
  }, [search, bills, locale, reviewing]);
  return { groups, isBehind: search !== typed.trim() };
}

/** Matching bills, those that can be approved first. If none match, bills that match with a typo. */
function billActions(search: string, from: FindsFrom): readonly PaletteAction[] {
  const { bills } = from;
  const query = (list: 'payable' | 'all') => queryFor({ ...firstListChoice, list, search });
  const payable = bills.query(query('payable')).slice(0, MAX_FINDS);
  const all = payable.length < MAX_FINDS ? bills.query(query('all')).toReversed() : [];
  const exact = [...new Set([...payable, ...all])].slice(0, MAX_FINDS);
  const found = exact.length > 0 ? exact : bills.findSimilar(query('all')).rows.slice(0, MAX_FINDS);
  return found.map((row) => billAction(row, from));
}

function billAction({ bill }: BillRow, { locale, reviewing }: FindsFrom): PaletteAction {
  return {
    id: `bill ${bill.id}`,
    group: 'bill',
    label: sayAll(' · ', [
      bill.billNumber ?? messages.review.noNumber,
      vendorName(bill) ?? messages.review.noVendor,
      formatMoney(amountOf(bill).amountCents, bill.currency, locale),
    ]),
    run: () => viewBill(bill.id, reviewing),
  };
}

/** Shows the bill without changing the list; `back` leads to the previous bill. */
export function viewBill(billId: string, { review, trail }: ReviewServices): void {
  trail.leave(review.get());
  review.set({ ...review.get(), billId, detailOpen: true });
  goTo('review');
}

function vendorActions(search: string, from: FindsFrom): readonly PaletteAction[] {
  const { bills } = from;
  const all = queryFor({ ...firstListChoice, list: 'all', search: '' });
  const names = bills.find(all).columns.vendor.texts.filter((name) => name !== null);
  const found = findInFew(names, search, sortKeyOf);
  return found.slice(0, MAX_FINDS).map((vendor) => ({
    id: `vendor ${vendor}`,
    group: 'go',
    label: vendor,
    run: () => {
      const { review, trail } = from.reviewing;
      trail.leave(review.get());
      review.set({ ...firstReviewView, list: 'all', filter: { ...noFilter, vendor } });
      goTo('review');
    },
  }));
}
