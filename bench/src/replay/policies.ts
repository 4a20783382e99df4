import type { ContentBlock, IContent, UsageStats } from '@palimpsest/core-types';
import { createSettings } from '@palimpsest/factory/settings';
import {
  createConversationHistory,
  createOrchestrator,
  type CachePrices,
  type ContextBudget,
} from '@palimpsest/orchestrator';
import { createPalimpsest } from 'palimpsest';
import { estimateEntries } from './counted-entries.ts';

/** Input of a policy at the start of a session. */
export interface PolicyContext {
  readonly prices: CachePrices;
  readonly budget: ContextBudget;
}

/** A policy in one session. It holds the history, and never changes an entry that it received or sent. */
interface PolicyRun {
  /**
   * Returns the entries of the next request.
   *
   * @param arrived user messages and tool results since the last request, without the model's message
   * @param at time in milliseconds
   */
  request(
    arrived: readonly IContent[],
    at: number,
  ): Promise<readonly IContent[]> | readonly IContent[];
  /** Receives the model's message, and the usage that the provider reported. */
  answered(answer: IContent, usage: UsageStats): void;
}

/** Decides what each request contains. */
export interface Policy {
  readonly name: string;
  start(context: PolicyContext): PolicyRun;
}

/** Returns a policy that clears old results before the requests for which it is due. */
function clearing(
  name: string,
  isDue: (entries: readonly IContent[], budget: ContextBudget) => boolean,
): Policy {
  return {
    name,
    start({ budget }) {
      const entries: IContent[] = [];
      return {
        request(arrived) {
          for (const entry of arrived) entries.push(entry);
          if (isDue(entries, budget)) clear(entries);
          return entries;
        },
        answered(answer) {
          entries.push(answer);
        },
      };
    },
  };
}

/** Sends everything without compression: also requests over the limit. */
export const nothing: Policy = clearing('nothing', () => false);

/** Clears old tool results before every request, whether or not compression is due. */
export const pruneEveryTurn: Policy = clearing('prune-every-turn', () => true);

/** Clears old tool results when a request reaches the trigger. */
export const thresholdMasking: Policy = clearing(
  'threshold-masking',
  (entries, { trigger }) => estimateEntries(entries) >= trigger,
);

/** The orchestrator as a host uses it, with every default. */
export const ours: Policy = {
  name: 'ours',
  start({ prices, budget }) {
    const { registry } = createPalimpsest();
    const { contextLimit, maxOutputTokens } = budget;
    const history = createConversationHistory();
    let clock = 0;
    const orchestrator = createOrchestrator({
      history,
      strategies: registry,
      estimateTokens: estimateEntries,
      settings: createSettings({ specs: () => registry.settingSpecs() }),
      prices,
      now: () => clock,
    });
    return {
      async request(arrived, at) {
        clock = at;
        const given = { pending: arrived, contextLimit, maxOutputTokens };
        const prepared = await orchestrator.prepare(given);
        for (const entry of prepared.pending) history.append(entry);
        return [...prepared.history, ...prepared.pending];
      },
      answered(answer, usage) {
        history.append(answer);
        orchestrator.report({ usage });
      },
    };
  },
};

/** The policies in the order of the tables: baselines first, ours last. */
export const POLICIES: readonly Policy[] = [nothing, pruneEveryTurn, thresholdMasking, ours];

/** Text that replaces an old result. */
export const CLEARED = '[Old tool result content cleared]';

/** Number of newest results that stay. */
const RESULTS_KEPT = 10;

/** Clears all but the newest ten results, permanently. Calls stay, and so do the entries of their results. */
function clear(entries: IContent[]): void {
  let kept = 0;
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at]!;
    if (!entry.blocks.some(({ type }) => type === 'tool_response')) continue;
    kept += 1;
    if (kept > RESULTS_KEPT) entries[at] = cleared(entry);
  }
}

/** Cleared entries: one object per entry for all policies, so that it is counted once. */
const made = new WeakMap<IContent, IContent>();

function cleared(entry: IContent): IContent {
  let known = made.get(entry);
  if (known === undefined) {
    const { native: _native, ...rest } = entry;
    known = { ...rest, blocks: entry.blocks.map(clearedBlock) };
    made.set(entry, known);
    made.set(known, known);
  }
  return known;
}

function clearedBlock(block: ContentBlock): ContentBlock {
  if (block.type !== 'tool_response') return block;
  const { type, callId, toolName } = block;
  return { type, callId, toolName, result: CLEARED };
}
