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
} from 'valibot';
import { OrchestratorOptionError } from './orchestrator-option-error.ts';

/** Format of all saved states. A change that old releases cannot read needs the next number. */
export const FORMAT = 1;

const SAVED = 'the parsed result of toJSON()';
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

export const SAVED_HISTORY: GenericSchema<
  unknown,
  { readonly id?: string | undefined; readonly version: number; readonly entries: unknown[] }
> = looseObject(
  {
    ...header('palimpsest.conversation-history'),
    id: optional(string('a text, or nothing')),
    version: count,
    entries: array(unknown(), 'an array of entries'),
  },
  SAVED,
);

export const SAVED_BREAKER: GenericSchema<
  unknown,
  { readonly failures: number; readonly lastFailureAt: number }
> = looseObject({ ...header('palimpsest.breaker'), failures: count, lastFailureAt: amount }, SAVED);

/** Breaker, calibration and ledgers are checked by the parts that restore them. */
export const SAVED_ORCHESTRATOR: GenericSchema = looseObject(
  {
    ...header('palimpsest.orchestrator'),
    state: looseObject(
      {
        calls: amount,
        schedule: looseObject(
          {
            calls: amount,
            firstCallAt: optional(amount),
            lastCallAt: optional(amount),
            waited: optional(amount),
            lastApplied: optional(looseObject({ call: amount, net: amount }, SAVED)),
          },
          SAVED,
        ),
        growth: looseObject({ tokens: amount, calls: amount }, SAVED),
        sent: optional(
          looseObject({ length: amount, tokens: amount, beside: amount, at: amount }, SAVED),
        ),
        stuck: optional(looseObject({ target: amount, tokens: amount }, SAVED)),
      },
      SAVED,
    ),
    ledgers: record(string(), unknown(), SAVED),
  },
  SAVED,
);

/**
 * Returns a saved state if it is valid.
 *
 * @param root the name of the option that holds it; the error's option is the path from there to the first problem
 * @throws {OrchestratorOptionError} with the given code
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
  throw new OrchestratorOptionError(option, issue.input, issue.message, { code });
}
