import { coerceMessageLikeToMessage, type BaseMessageLike } from '@langchain/core/messages';
import { protocol } from '@openai/agents';
import { FORMAT_NAMES, getCodec, type FormatName } from '@palimpsest/formats';
import { modelMessageSchema } from 'ai';
import { modelMessageSchema as modelMessageSchema6 } from 'ai-v6';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';

/** What a provider or a framework says against messages. Rules of a provider have a name. */
export type Refusals = (messages: readonly unknown[]) => readonly unknown[];

/** The rules of a format's provider, or the schema of its framework. */
const CHECKS: Readonly<Partial<Record<FormatName, Refusals>>> = {
  ...providerChecks,
  'openai-agents': (items) => failures([protocol.ModelItem], items),
  'ai-sdk': (messages) => failures([modelMessageSchema, modelMessageSchema6], messages),
  langchain: (messages) => messages.flatMap(refusedByLangChain),
};

/** The checks of every format of messages that are sent; none if nothing is known to check them. */
export const REFUSALS: ReadonlyMap<FormatName, Refusals> = new Map(
  FORMAT_NAMES.filter((name) => getCodec(name).writesEntries !== true).map((name) => [
    name,
    CHECKS[name] ?? (() => []),
  ]),
);

interface Schema {
  safeParse(value: unknown): { readonly success: boolean; readonly error?: unknown };
}

function failures(schemas: readonly Schema[], messages: readonly unknown[]): unknown[] {
  return messages.flatMap((message) =>
    schemas.flatMap((schema) => {
      const { success, error } = schema.safeParse(message);
      return success ? [] : [error];
    }),
  );
}

function refusedByLangChain(message: unknown): unknown[] {
  try {
    coerceMessageLikeToMessage(message as BaseMessageLike);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** Returns the refusals whose rule is not known: what was wrong before stays out of the comparison. */
export function newRefusals(
  refusals: Refusals,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly unknown[] {
  const known = new Set(refusals(before).map(ruleOf));
  return refusals(after).filter((problem) => !known.has(ruleOf(problem)));
}

/** Returns the rule that a provider's checker names; errors of frameworks have none. */
function ruleOf(problem: unknown): unknown {
  return typeof problem === 'object' && problem !== null && 'rule' in problem
    ? problem.rule
    : problem;
}
