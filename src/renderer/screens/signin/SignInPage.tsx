import { useEffect, type ReactNode } from 'react';
import { Notices } from '../../kit/parts/Notices.tsx';
import { goTo } from '../../kit/route.ts';
import { useServices } from '../../kit/services.ts';
import { firstReviewView } from '../../core/bills/review-view.ts';
import { messages } from '../../kit/text/messages.ts';
import { Mark } from '../../kit/ui/icons.tsx';
import './sign-in.css';

export interface SignInPageProps {
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
  /** Beside all of it, in a wide window. */
  readonly beside?: ReactNode;
}

/** The frame of every screen before the bills: one column, one thing to decide. */
export function SignInPage({ title, lead, children, beside }: SignInPageProps) {
  const { review } = useServices();
  useEffect(() => {
    // Whoever signs in next begins with the bills, and with none of the choices of the session before.
    goTo('review');
    review.set(firstReviewView);
  }, [review]);
  useEffect(() => {
    document.title = messages.app.page(title, messages.app.name);
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
        <h1 className="sign-in__title">{title}</h1>
        {lead && <p className="sign-in__lead">{lead}</p>}
        {children}
      </div>
      {beside}
    </main>
  );
}
