/** Hands events to whoever subscribed, one event after the other. */
export interface EventDelivery<Event> {
  /** @returns ends the subscription; calling it again does nothing */
  subscribe(listener: (event: Event) => unknown): () => void;
  publish(event: Event): void;
}

interface Subscription<Event> {
  readonly listener: (event: Event) => unknown;
  isOver: boolean;
}

/** @param onError hears what listeners throw, or what a promise of theirs is rejected with; what it throws itself is dropped */
export function eventDelivery<Event>(
  onError: (error: unknown, event: Event) => void,
): EventDelivery<Event> {
  let subscriptions: readonly Subscription<Event>[] = [];
  const waiting: { readonly event: Event; readonly receivers: typeof subscriptions }[] = [];
  let isDelivering = false;

  const report = (error: unknown, event: Event): void => {
    try {
      onError(error, event);
    } catch {
      // Whoever reports errors badly must not disturb whoever changed the history.
    }
  };
  const deliver = ({ listener }: Subscription<Event>, event: Event): void => {
    try {
      const answer = listener(event);
      if (answer instanceof Promise) answer.catch((error: unknown) => report(error, event));
    } catch (error) {
      report(error, event);
    }
  };
  return {
    subscribe(listener) {
      const subscription: Subscription<Event> = { listener, isOver: false };
      subscriptions = [...subscriptions, subscription];
      return () => {
        subscription.isOver = true;
        subscriptions = subscriptions.filter((other) => other !== subscription);
      };
    },
    publish(event) {
      if (subscriptions.length === 0) return;
      waiting.push({ event, receivers: subscriptions });
      if (isDelivering) return;
      isDelivering = true;
      // Grows while listeners change the history: everybody hears of one change before anybody hears of the next.
      for (const { event: next, receivers } of waiting) {
        for (const receiver of receivers) if (!receiver.isOver) deliver(receiver, next);
      }
      waiting.length = 0;
      isDelivering = false;
    },
  };
}
