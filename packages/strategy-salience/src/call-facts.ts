import type { ContentBlock, ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';

/** What a call was about, as far as reducing it needs to know. */
export interface CallFacts {
  /** Path, command, pattern or query of the call. */
  readonly target: string | undefined;
  readonly namesFile: boolean;
  /** The command, of a call that runs one. */
  readonly command: string | undefined;
  /** Known for responses. */
  readonly hasFailed: boolean;
}

/** Facts about every call and response of a history, by block. */
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
