import { cutOldMessages } from './cut-old-messages.ts';
import { startDraft, type Draft } from './draft.ts';
import type { Message } from './message.ts';
import type { CompressResult } from './result.ts';
import { originalsOf } from './originals.ts';
import type { Settings } from './read-options.ts';
import { reduceOldest } from './reduce-oldest.ts';
import { statisticsOf, tokensOf } from './statistics.ts';
import type { Asking } from './summarizing.ts';

/**
 * Computes one call of `compress`. Without a budget, applies every reduction outside the recency window. With one, applies reductions, oldest
 * first, until the budget is met: this finds the largest window that fits in one pass and makes each summary once.
 *
 * @param messages the messages that the result contains where nothing is replaced
 * @param sources the same messages, or copies, to read and store
 */
export function* rewrite(
  messages: readonly Message[],
  sources: readonly Message[],
  settings: Settings,
): Asking<CompressResult> {
  const { tokenBudget: budget, minRecencyWindow, recencyWindow } = settings;
  const originals = originalsOf(sources, settings.sourceVersion);
  const draft = startDraft(messages, sources, settings.tokenCounter);
  const isMet = () => budget !== undefined && draft.tokens <= budget;
  let touched = 0;
  if (isDue(draft, settings)) {
    const window = budget === undefined ? recencyWindow : minRecencyWindow;
    const recencyStart = Math.max(0, messages.length - window);
    const oldest = { sources, originals, settings, recencyStart };
    touched = yield* reduceOldest(draft, oldest, isMet);
    if (budget !== undefined && !isMet()) {
      touched = recencyStart;
      if (settings.forceConverge) cutOldMessages(draft, oldest, isMet);
    }
  }
  const places = draft.places();
  const tokenCount = tokensOf(places);
  return {
    messages: places.map(({ message }) => message),
    verbatim: originals.verbatim(places.filter(({ fate }) => fate !== undefined)),
    compression: statisticsOf(sources, draft, settings),
    ...(budget !== undefined && {
      fits: tokenCount <= budget,
      tokenCount,
      recencyWindow: messages.length - touched,
    }),
  };
}

function isDue({ tokens }: Draft, { compressionThreshold, tokenBudget }: Settings): boolean {
  if (compressionThreshold !== undefined && tokens < compressionThreshold) return false;
  return tokenBudget === undefined || tokens > tokenBudget;
}
