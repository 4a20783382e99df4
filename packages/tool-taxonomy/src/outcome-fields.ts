/** Exit code of a program; other than 0 is a failure. */
export const EXIT_CODE_FIELDS = ['exitCode', 'exit_code', 'returncode'] as const;
/** `true` is a failure. */
export const ERROR_FLAGS = ['isError', 'is_error'] as const;
/** `false` is a failure. */
export const SUCCESS_FLAGS = ['success', 'ok'] as const;
/** Description of the failure, as text or as a record. */
export const ERROR_FIELD = 'error';
/** `error` or `failed` is a failure. */
export const STATUS_FIELD = 'status';
/** Texts next to these fields, for successes and failures. */
const WORDS = ['message', 'stderr'] as const;

const NAMES: ReadonlySet<string> = new Set(
  [...EXIT_CODE_FIELDS, ...ERROR_FLAGS, ...SUCCESS_FLAGS, ERROR_FIELD, STATUS_FIELD, ...WORDS].map(
    (name) => name.toLowerCase(),
  ),
);

/** Returns whether a field of a structured result reports the outcome of the call. Ignores case. */
export function isOutcomeField(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
