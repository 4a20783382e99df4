/** Delivers events to subscribers. */
export interface EventDelivery<Event> {
  /** Returns a function that ends the subscription; further calls do nothing. */
  subscribe(listener: (event: Event) => unknown): () => void;
  publish(event: Event): void;
}

/** @param onError called with what a listener throws or rejects with; its own errors are dropped */
export function createEventDelivery<Event>(
  onError: (error: unknown, event: Event) => void = () => {},
): EventDelivery<Event> {
  // Objects, because a listener may subscribe twice.
  const subscriptions = new Set<{ readonly listener: (event: Event) => unknown }>();
  const deliver = async (listener: (event: Event) => unknown, event: Event): Promise<void> => {
    try {
      await listener(event);
    } catch (error) {
      onError(error, event);
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
      for (const { listener } of new Set(subscriptions)) deliver(listener, event).catch(() => {});
    },
  };
}
