import {
  check,
  finite,
  minValue,
  number,
  optional,
  pipe,
  safeInteger,
  strictObject,
  unknown,
  type GenericSchema,
  type ObjectEntries,
} from 'valibot';

/** Accepts objects without other members. */
export function only(entries: ObjectEntries): GenericSchema {
  return strictObject(entries, ({ expected }) =>
    expected === 'never' ? `one of ${Object.keys(entries).join(', ')}` : 'an object',
  );
}

export const OPTIONAL_FUNCTION: GenericSchema = optional(
  pipe(unknown(), check(isFunction, 'a function')),
);

/** Accepts objects with the given methods. */
export function withMethods(expected: string, ...methods: readonly string[]): GenericSchema {
  return pipe(
    unknown(),
    check((value) => methods.every((method) => hasMethod(value, method)), expected),
  );
}

const TOKENS_EXPECTED = 'a finite number of tokens, 0 or more';
export const TOKENS: GenericSchema = optional(
  pipe(number(TOKENS_EXPECTED), finite(TOKENS_EXPECTED), minValue(0, TOKENS_EXPECTED)),
);

const RETRIES_EXPECTED = 'a whole number, 0 or more';

type RunnerOption =
  | 'strategies'
  | 'estimateTokens'
  | 'resolveProvider'
  | 'resolvePrompt'
  | 'attempts'
  | 'now';

/** Options that compressions need, in a request or in a worker process. */
export const RUNNER: Readonly<Record<RunnerOption, GenericSchema>> = {
  strategies: withMethods(
    'a registry of strategies, such as createPalimpsest().registry',
    'resolve',
  ),
  estimateTokens: pipe(unknown(), check(isFunction, 'a function of entries to a number')),
  resolveProvider: OPTIONAL_FUNCTION,
  resolvePrompt: OPTIONAL_FUNCTION,
  attempts: optional(
    only({
      retries: optional(
        pipe(
          number(RETRIES_EXPECTED),
          safeInteger(RETRIES_EXPECTED),
          minValue(0, RETRIES_EXPECTED),
        ),
      ),
      sleep: OPTIONAL_FUNCTION,
    }),
  ),
  now: OPTIONAL_FUNCTION,
};

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function hasMethod(value: unknown, method: string): boolean {
  return typeof value === 'object' && value !== null && isFunction(Reflect.get(value, method));
}
