import type { WebContents } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Observable } from '../../base/observable.ts';
import { events, type EventName, type PayloadOf } from '../../bridge/events.ts';
import { eventChannel } from '../../bridge/wire.ts';

/** Sends the renderer an event. Returns whether there was a renderer. */
export type SendEvent = <Name extends EventName>(
  name: Name,
  ...payload: PayloadOf<Name> extends undefined ? [] : [PayloadOf<Name>]
) => boolean;

type Receiver = Pick<WebContents, 'send' | 'isDestroyed' | 'isCrashed'>;

/** @param receiver the window's page; null while there is none */
export function createEventSender(receiver: () => Receiver | null): SendEvent {
  return (name, ...payload) => {
    const parsed = events[name].parse(payload[0]);
    const page = receiver();
    if (page === null || page.isDestroyed() || page.isCrashed()) return false;
    page.send(eventChannel(name), parsed);
    return true;
  };
}

/**
 * The same value, with changes announced at most every `everyMs` milliseconds: the first at once, the last in any case.
 */
export function throttled<Value>(
  source: Observable<Value>,
  clock: Pick<Clock, 'sleep'>,
  everyMs: number,
): Observable<Value> {
  return {
    get: source.get,
    subscribe: (listener) => {
      let isResting = false;
      let isBehind = false;
      const notify = async (): Promise<void> => {
        isResting = true;
        isBehind = false;
        listener();
        await clock.sleep(everyMs);
        isResting = false;
        if (isBehind) void notify();
      };
      return source.subscribe(() => {
        isBehind = true;
        if (!isResting) void notify();
      });
    },
  };
}

/** Sends each later change of these values, without the current ones. */
export function sendChanges(
  send: SendEvent,
  sources: { readonly [Name in EventName]?: Observable<PayloadOf<Name>> },
): void {
  for (const [name, source] of Object.entries(sources)) {
    // The types cannot express that the value belongs to this event.
    source.subscribe(() => void send(name as 'quota.changed', source.get() as never));
  }
}
