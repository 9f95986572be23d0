import { firstListChoice } from '../../core/model/list-choice.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import { isSameChoice } from '../../core/local/saved-view.ts';
import { useReview } from '../services/review.ts';

/**
 * Returns a function that shows the bills that need approval instead of a view, a search or a filter. Going back shows
 * the earlier list again.
 */
export function useInbox(): () => void {
  const { review, trail } = useReview();
  return () => {
    const shown = review.get();
    const { sort, descending, grouping } = shown;
    // If the inbox is already shown, keep its order and groups.
    if (isSameChoice(shown, { ...firstListChoice, sort, descending, grouping })) return;
    trail.leave(shown);
    review.set(firstReviewView);
  };
}
