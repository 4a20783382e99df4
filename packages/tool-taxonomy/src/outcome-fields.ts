/** The number a program ended with; anything but 0 is a failure. */
export const EXIT_CODE_FIELDS = ['exitCode', 'exit_code', 'returncode'] as const;
/** `true` where a call failed. */
export const ERROR_FLAGS = ['isError', 'is_error'] as const;
/** `false` where a call failed. */
export const SUCCESS_FLAGS = ['success', 'ok'] as const;
/** What went wrong, in words or as a record. */
export const ERROR_FIELD = 'error';
/** `error` or `failed` where a call failed. */
export const STATUS_FIELD = 'status';
/** What is said beside these, whether a call failed or not. */
const WORDS = ['message', 'stderr'] as const;

const NAMES: ReadonlySet<string> = new Set(
  [...EXIT_CODE_FIELDS, ...ERROR_FLAGS, ...SUCCESS_FLAGS, ERROR_FIELD, STATUS_FIELD, ...WORDS].map(
    (name) => name.toLowerCase(),
  ),
);

/** Whether a field of a structured result tells how the call ended, however its name is capitalized. */
export function isOutcomeField(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
