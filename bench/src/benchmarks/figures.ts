/** The compared parts of a results file. */
export interface Figures {
  /** Figures that are equal in every run, on every machine. */
  readonly exact: unknown;
  /** Ratios of times, which vary between runs. */
  readonly ratios: unknown;
}

/** Returns the figures of a results file, without times: those are not compared. */
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
