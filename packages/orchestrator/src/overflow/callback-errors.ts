/** Tells what the caller's own functions throw from what strategies do, which may pass it on, wrap it or drop it. */
export interface CallbackErrors {
  /** The same function; what it throws, or is rejected with, is remembered. */
  readonly watch: <Given extends readonly unknown[], Answer>(
    asked: (...given: Given) => Answer,
  ) => (...given: Given) => Answer;
  /** Throws the first of it. */
  readonly rethrow: () => void;
}

export function trackCallbackErrors(): CallbackErrors {
  const faults: unknown[] = [];
  return {
    watch:
      (asked) =>
      (...given) => {
        try {
          const answer = asked(...given);
          // Whoever asked handles the rejection; this only takes note of it.
          if (answer instanceof Promise) answer.catch((error: unknown) => faults.push(error));
          return answer;
        } catch (error) {
          faults.push(error);
          throw error;
        }
      },
    rethrow() {
      if (faults.length > 0) throw faults[0];
    },
  };
}
