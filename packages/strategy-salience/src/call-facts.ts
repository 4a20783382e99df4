import type { ContentBlock, ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';

/** Facts about a tool call that its reduction needs. */
export interface CallFacts {
  /** Path, command, pattern or query of the call. */
  readonly target: string | undefined;
  readonly namesFile: boolean;
  /** The command, if the call runs one. */
  readonly command: string | undefined;
  /** Known for results only. */
  readonly hasFailed: boolean;
}

/** Returns the facts of every call and result of a history, by block. */
export function factsOfCalls(
  { exchanges }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
): ReadonlyMap<ContentBlock, CallFacts> {
  const facts = new Map<ContentBlock, CallFacts>();
  for (const { calls } of exchanges) {
    for (const { call, response } of calls) {
      const use = taxonomy.describe(call.name, call.parameters);
      const known = {
        target: use.key,
        namesFile: use.paths.length > 0,
        command: use.kind === 'run' ? (use.key ?? '') : undefined,
        hasFailed: false,
      };
      facts.set(call, known);
      if (response === undefined) continue;
      facts.set(response.response, {
        ...known,
        hasFailed: hasFailed(taxonomy, use, response.response),
      });
    }
  }
  return facts;
}
