/** Records errors thrown by the caller's callbacks, to rethrow them even if a strategy wraps or swallows them. */
export interface CallbackErrors {
  /** Returns a wrapper of the function that records what it throws or rejects with. */
  readonly watch: <Given extends readonly unknown[], Answer>(
    asked: (...given: Given) => Answer,
  ) => (...given: Given) => Answer;
  /** Throws the first recorded error. */
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
          // The caller handles the rejection.
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
