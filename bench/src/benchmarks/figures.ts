/** What of a results file is compared, and how. */
export interface Figures {
  /** The same in every run, on every machine. */
  readonly exact: unknown;
  /** Ratios of times, which wobble. */
  readonly ratios: unknown;
}

/** Tells figures from times, which nobody compares. */
export function figuresOf(result: unknown): Figures {
  if (!isObject(result) || !isObject(result['figures'])) {
    throw new Error(
      'A results file holds { "figures": … } and, where something was timed, { "times": … } beside it.',
    );
  }
  const { ratios = {}, ...exact } = result['figures'];
  return { exact, ratios };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
