/** Delivers events to subscribers, one event after the other. */
export interface EventDelivery<Event> {
  /** Returns a function that ends the subscription; further calls do nothing. */
  subscribe(listener: (event: Event) => unknown): () => void;
  publish(event: Event): void;
}

/** An object, because a listener may subscribe twice. */
interface Subscription<Event> {
  readonly listener: (event: Event) => unknown;
}

/** @param onError called with what a listener throws or rejects with; its own errors are dropped */
export function createEventDelivery<Event>(
  onError: (error: unknown, event: Event) => void = () => {},
): EventDelivery<Event> {
  const subscriptions = new Set<Subscription<Event>>();
  const waiting: { readonly event: Event; readonly receivers: readonly Subscription<Event>[] }[] =
    [];

  const report = (error: unknown, event: Event): void => {
    try {
      onError(error, event);
    } catch {
      // An error reporter that fails must not disturb the publisher.
    }
  };
  const deliver = ({ listener }: Subscription<Event>, event: Event): void => {
    try {
      const returned = listener(event);
      if (returned instanceof Promise) returned.catch((error: unknown) => report(error, event));
    } catch (error) {
      report(error, event);
    }
  };
  return {
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => {
        subscriptions.delete(subscription);
      };
    },
    publish(event) {
      if (subscriptions.size === 0) return;
      // Listeners may publish: all of them get one event before any gets the next.
      if (waiting.push({ event, receivers: [...subscriptions] }) > 1) return;
      for (const { event: next, receivers } of waiting) {
        for (const receiver of receivers) if (subscriptions.has(receiver)) deliver(receiver, next);
      }
      waiting.length = 0;
    },
  };
}
