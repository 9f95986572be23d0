import { Fragment } from 'react';
import { messages } from '../text/messages.ts';
import './keys.css';

/** Keys as they are pressed, one after the other. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="keys__then">{messages.help.between}</span>}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
