import type { IContent } from '@palimpsest/core-types';
import { priceCall } from '@palimpsest/orchestrator';
import type { Policy } from '../policy.ts';

/** Tokens of a summary at most: the usual size of the built-in ones of coding agents. */
const MAX_TOKENS = 8_000;

/** The text holds no value that a call needs, so what this policy holds is a lower bound. */
const LINE = 'So it went on. ';
/** Lines whose tokens are counted to find how many lines a summary has. */
const SAMPLE = 100;

/**
 * Replaces everything before the newest message of the model by a summary when a request reaches the trigger. The summary costs a call that
 * reads the history from the cache and writes as many tokens as the summary has: that is the cheapest way to ask for one.
 */
export const modelSummary: Policy = {
  name: 'model-summary',
  start({ prices, budget, estimateTokens }) {
    let entries: IContent[] = [];
    return {
      request(arrived) {
        entries.push(...arrived);
        const tokens = estimateTokens(entries);
        if (tokens < budget.trigger) return { entries };
        const newest = entries.findLastIndex(({ speaker }) => speaker === 'ai');
        if (newest < 1) return { entries };
        const most = Math.min(MAX_TOKENS, tokens / 4);
        const lineTokens = estimateTokens([summaryOf(SAMPLE)]) / SAMPLE;
        const summary = summaryOf(Math.floor(most / lineTokens));
        entries = [summary, ...entries.slice(newest)];
        const output = estimateTokens([summary]);
        return { entries, extraCost: priceCall(prices, { cached: tokens, output }) };
      },
      answered: (answer) => void entries.push(answer),
    };
  },
};

function summaryOf(lines: number): IContent {
  return { speaker: 'human', blocks: [{ type: 'text', text: LINE.repeat(lines) }] };
}
