import { OptionError } from '@palimpsest/core-types';
import {
  finite,
  literal,
  looseObject,
  minValue,
  number,
  optional,
  pipe,
  record,
  safeInteger,
  safeParse,
  string,
  unknown,
  type BaseIssue,
  type GenericSchema,
  type ObjectEntries,
} from 'valibot';

/** Format of all saved states. A change that old releases cannot read needs the next number. */
export const FORMAT = 1;

const amount = pipe(number('a finite number'), finite('a finite number'));
const count = pipe(
  number('a whole number of at least 0'),
  safeInteger('a whole number of at least 0'),
  minValue(0, 'a whole number of at least 0'),
);

function header<const Kind extends string>(kind: Kind) {
  return {
    kind: literal(kind, `"${kind}"`),
    format: literal(FORMAT, `${FORMAT} (a newer format needs a newer release)`),
  };
}

/** Fields that newer releases added are accepted. */
function saved<const Entries extends ObjectEntries>(entries: Entries) {
  return looseObject(entries, 'the parsed result of toJSON()');
}

/** Calibration and ledgers are checked by the parts that restore them. */
export const SAVED_ORCHESTRATOR: GenericSchema = saved({
  ...header('palimpsest.orchestrator'),
  state: saved({
    calls: amount,
    removed: optional(amount),
    sent: optional(saved({ length: amount, tokens: amount, overhead: amount, at: amount })),
    stuck: optional(saved({ target: amount, tokens: amount })),
    job: optional(saved({ id: string(), entries: count, digest: string() })),
  }),
  breaker: saved({ failures: count, lastFailureAt: amount }),
  ledgers: record(string(), unknown(), 'the parsed result of toJSON()'),
});

/**
 * Checks a value by a schema, whose messages say what was expected.
 *
 * @param where `root` is the name of the option that holds the value; `code` that of the error
 * @throws {OptionError} whose option is the path from the root to the first problem
 */
export function assertMatches(
  schema: GenericSchema,
  value: unknown,
  {
    root = '',
    ...details
  }: { readonly root?: string; readonly code?: string; readonly advice?: string } = {},
): void {
  const { issues } = safeParse(schema, value, { abortEarly: true });
  if (issues === undefined) return;
  const [{ path = [], expected, input, message }] = issues as [BaseIssue<unknown>];
  // An unknown name is received by the object that has it.
  const keys = expected === 'never' ? path.slice(0, -1) : path;
  const names = keys.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  const where = [root, ...names].join('').replace(/^\./, '');
  throw new OptionError(where || 'options', input, message, details);
}
