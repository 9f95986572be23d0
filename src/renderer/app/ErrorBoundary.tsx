import { Component, type ReactNode } from 'react';
import { messages } from '../kit/text/messages.ts';
import { Button } from '../kit/ui/Button.tsx';
import { Message } from '../kit/ui/Message.tsx';

export interface ErrorBoundaryProps {
  readonly onFault: (fault: unknown) => void;
  readonly children: ReactNode;
}

/** Confines an error to the screen in which it occurred. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broke: boolean }> {
  override state = { broke: false };

  static getDerivedStateFromError() {
    return { broke: true };
  }

  override componentDidCatch(fault: unknown) {
    this.props.onFault(fault);
  }

  override render() {
    if (!this.state.broke) return this.props.children;
    const { broken } = messages.problems;
    return (
      <div className="page">
        <Message
          tone="danger"
          urgent
          sentence={broken}
          actions={
            <Button onPress={() => this.setState({ broke: false })}>{broken.tryAgain}</Button>
          }
        />
      </div>
    );
  }
}
