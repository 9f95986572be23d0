import { useEffect, useRef, type ReactNode } from 'react';
import { Notices } from '../../kit/parts/Notices.tsx';
import { goTo } from '../../kit/services/route.ts';
import { useReview } from '../../kit/services/review.ts';
import { firstReviewView } from '../../core/bills/lists/review-view.ts';
import { messages } from '../../kit/text/messages.ts';
import { Mark } from '../../kit/ui/icons.tsx';
import './sign-in.css';

export interface SignInPageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
  /** Content beside the column in a wide window. */
  readonly beside?: ReactNode;
}

/** Layout of the screens before the bills: one column, one decision. */
export function SignInPage({ title, lead, children, beside }: SignInPageProps) {
  const { review } = useReview();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The next session begins with the bills, and without the choices of the previous session.
    goTo('review');
    review.set(firstReviewView);
  }, [review]);
  useEffect(() => {
    document.title = messages.app.page(title, messages.app.name);
    // The control that had the focus is gone, so the heading takes it.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className="sign-in">
      <Notices />
      <div className="sign-in__column">
        <p className="sign-in__brand">
          <Mark />
          {messages.app.name}
          <span className="sign-in__purpose">{messages.signin.purpose}</span>
        </p>
        <h1 ref={heading} className="sign-in__title" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="sign-in__lead">{lead}</p>}
        {children}
      </div>
      {beside}
    </main>
  );
}
