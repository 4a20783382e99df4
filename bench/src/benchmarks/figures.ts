import { describeValue } from '@palimpsest/core-types';

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
      `results file: expected { "figures": … }, and "times" if something was timed, got ${describeValue(result)}.`,
    );
  }
  const { ratios = {}, ...exact } = result['figures'];
  return { exact, ratios };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
