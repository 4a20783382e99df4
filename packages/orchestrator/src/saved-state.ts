import { OptionError } from '@palimpsest/core-types';
import {
  array,
  finite,
  getDotPath,
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

export const SAVED_HISTORY: GenericSchema<
  unknown,
  { readonly id?: string | undefined; readonly version: number; readonly entries: unknown[] }
> = saved({
  ...header('palimpsest.conversation-history'),
  id: optional(string('a text, or nothing')),
  version: count,
  entries: array(unknown(), 'an array of entries'),
});

export const SAVED_BREAKER: GenericSchema<
  unknown,
  { readonly failures: number; readonly lastFailureAt: number }
> = saved({ ...header('palimpsest.breaker'), failures: count, lastFailureAt: amount });

/** Breaker, calibration and ledgers are checked by the parts that restore them. */
export const SAVED_ORCHESTRATOR: GenericSchema = saved({
  ...header('palimpsest.orchestrator'),
  state: saved({
    calls: amount,
    schedule: saved({
      calls: amount,
      firstCallAt: optional(amount),
      lastCallAt: optional(amount),
      waited: optional(amount),
      lastApplied: optional(saved({ call: amount, net: amount })),
    }),
    growth: saved({ tokens: amount, calls: amount }),
    removed: optional(amount),
    sent: optional(saved({ length: amount, tokens: amount, beside: amount, at: amount })),
    stuck: optional(saved({ target: amount, tokens: amount })),
    ahead: optional(saved({ id: string(), entries: count, digest: string() })),
  }),
  ledgers: record(string(), unknown(), 'the parsed result of toJSON()'),
});

/**
 * Returns a saved state if it is valid.
 *
 * @param root the name of the option that holds it; the error's option is the path from there to the first problem
 * @throws {OptionError} with the given code
 */
export function parseSaved<Saved>(
  schema: GenericSchema<unknown, Saved>,
  json: unknown,
  { root = 'json', code }: { readonly root?: string; readonly code: string },
): Saved {
  const { issues, output } = safeParse(schema, json, { abortEarly: true });
  if (issues === undefined) return output;
  const [issue] = issues as [BaseIssue<unknown>];
  const path = getDotPath(issue);
  const option = path === null ? root : `${root}.${path}`;
  throw new OptionError(option, issue.input, issue.message, { code });
}
