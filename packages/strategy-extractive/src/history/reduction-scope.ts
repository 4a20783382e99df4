import type { RoundContext } from './reduction-context.ts';
import type {
  ContentBlock,
  IContent,
  ToolCallBlock,
  ToolResponseBlock,
  ToolTaxonomy,
} from '@palimpsest/core-types';
import { findPlanCalls } from '@palimpsest/engine';
import { isRequest, type ExchangeIndex, type EntryPredicate } from '@palimpsest/history';
import { hasFailed } from '@palimpsest/tool-taxonomy';
import type { Entries } from './sites.ts';

/** Facts that stay constant during a compression. Indices refer to the history at its start. */
export interface ReductionScope {
  readonly history: readonly IContent[];
  /** Tail start: entries from this index on stay unchanged. */
  readonly tailStart: number;
  /** Index of the newest user message, -1 if none. Only pasted data is removed from it, if it is longer than `LONG_HUMAN_TEXT`. */
  readonly newestHuman: number;
  /** Index of the first user message, -1 if none. Its beginning stays. */
  readonly firstHuman: number;
  /** Index of the model's text that the newest user message answers, -1 if none. It is reduced after user text without directives. */
  readonly answeredIndex: number;
  readonly isProtected: EntryPredicate;
  readonly taxonomy: ToolTaxonomy;
  /** Returns the key of a call and whether its result failed. Cached per result. */
  outcomeOf(call: ToolCallBlock, response: ToolResponseBlock): CallOutcome;
  /** Calls that wrote a plan which a newer one replaced, as they were given. */
  readonly replacedPlans: ReadonlySet<ContentBlock>;
  /** Returns the call of a tool result, by the index of its entry and its 0-based number among the results there. */
  callAt(index: number, number: number): ToolCallBlock | undefined;
  /** Returns the same scope with calls from `entries`. A call whose arguments were reduced is described less well. */
  withCallsOf(entries: Entries): ReductionScope;
}

/** The key of a call, and whether its result failed. */
export interface CallOutcome {
  /** Short description of the call, such as its path. */
  readonly key: string | undefined;
  readonly hasFailed: boolean;
}

export function createScope(
  exchangeIndex: ExchangeIndex,
  options: Pick<ReductionScope, 'tailStart' | 'answeredIndex' | 'isProtected' | 'taxonomy'>,
): ReductionScope {
  const { history, exchanges, responses } = exchangeIndex;
  const numbers = new Map(
    exchanges.flatMap(({ calls }) => calls.map((call, number) => [call, number] as const)),
  );
  const calls = new Map<number, CallPlace[]>();
  for (const { entry, call } of responses) {
    const found = { entry: call.entry, number: numbers.get(call)! };
    const known = calls.get(entry);
    if (known === undefined) calls.set(entry, [found]);
    else known.push(found);
  }
  const callsOf = (entries: Entries): ReductionScope['callAt'] => {
    const known = new Map<number, readonly ToolCallBlock[]>();
    return (index, number) => {
      const at = calls.get(index)?.[number];
      if (at === undefined) return undefined;
      let found = known.get(at.entry);
      if (found === undefined) {
        found = (entries[at.entry]?.blocks ?? []).filter((block) => block.type === 'tool_call');
        known.set(at.entry, found);
      }
      return found[at.number];
    };
  };
  const scope = {
    ...options,
    outcomeOf: outcomesBy(options.taxonomy),
    history,
    replacedPlans: findPlanCalls(exchangeIndex, options.taxonomy).replaced,
    newestHuman: history.findLastIndex(isRequest),
    firstHuman: history.findIndex(isRequest),
    callAt: callsOf(history),
    withCallsOf: (entries: Entries): ReductionScope => ({ ...scope, callAt: callsOf(entries) }),
  };
  return scope;
}

function outcomesBy(taxonomy: ToolTaxonomy): ReductionScope['outcomeOf'] {
  const known = new WeakMap<ToolResponseBlock, CallOutcome & { readonly call: ToolCallBlock }>();
  return (call, response) => {
    const found = known.get(response);
    if (found?.call === call) return found;
    const use = taxonomy.describe(call.name, call.parameters);
    const outcome = { call, key: use.key, hasFailed: hasFailed(taxonomy, use, response) };
    known.set(response, outcome);
    return outcome;
  };
}

/** Position of a call: its entry, and its 0-based number among the calls there. */
interface CallPlace {
  readonly entry: number;
  readonly number: number;
}

/** Returns whether an entry may be reduced: it is before the tail, not the newest user message or its answer, and not protected. */
export function isReducible(
  { tailStart, newestHuman, answeredIndex, isProtected }: ReductionScope,
  index: number,
  entry: IContent,
): boolean {
  const isNewest = index === newestHuman || index === answeredIndex;
  return index < tailStart && !isNewest && !isProtected(entry);
}

/** Yields the reducible entries with their indices, oldest first. */
export function* reducibleEntries({
  entries: now,
  scope,
}: RoundContext): Generator<readonly [index: number, entry: IContent]> {
  const entries = now();
  for (let index = 0; index < scope.tailStart; index += 1) {
    const entry = entries[index];
    if (entry !== undefined && isReducible(scope, index, entry)) yield [index, entry];
  }
}
