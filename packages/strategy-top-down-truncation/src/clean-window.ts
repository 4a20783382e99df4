import {
  runInSlices,
  type ContentBlock,
  type DroppedCounts,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { defineStrategy } from '@palimpsest/engine';
import { findDirectives } from '@palimpsest/engine/directives';
import {
  createRecordPlanner,
  expandToWholeExchanges,
  findAnswer,
  findCarriedMedia,
  isRequest,
  previewPlan,
  type EditPlan,
  type RecordPlace,
} from '@palimpsest/engine/history';
import { findNewestWords, isNote, itemsOf, orderOfRemoval } from './kept-items.ts';

/**
 * Strategy `clean-window`: one record of what users wrote and what the agent noted, and then the newest exchange. Everything else goes at once. If
 * that is still too much, the oldest words and notes go, too.
 */
export const cleanWindow: StrategyPlugin = defineStrategy({
  name: 'clean-window',
  humanText: 'eligible',
  writesRecord: true,
  description:
    'Clears the window, except for what users wrote, the notes of the agent and the newest exchange.',
  settings: [
    {
      key: 'compression.clean-window.noteTools',
      type: 'string',
      default: 'take_note',
      description: 'Names of the tools with which the agent keeps notes, with commas between them.',
    },
  ],
  tailStart: ({ history, cuts }) => cuts.atOrBefore(history.length - 1),
  services: { directives: findDirectives },
  async plan(input) {
    const { history, index, tailStart, targetTokens, isProtected, estimateTokens } = input;
    const noteTools = input.settings['compression.clean-window.noteTools']
      .split(',')
      .map((name) => name.trim());
    const answer = findAnswer(history);
    // A request that answers a text of the agent stays with it.
    const newest = answer < 0 ? -1 : history.findLastIndex(isRequest);
    const whole = expandToWholeExchanges(
      index,
      tailStart,
      (at) => isProtected(history[at]!) || at === answer || at === newest,
    );
    const isRecorded = history.map((_, at) => at < tailStart && !whole.has(at));
    if (!isRecorded.includes(true)) return {};
    const items = history.map((entry, at) => (isRecorded[at]! ? itemsOf(entry, noteTools) : []));
    const newestWords = findNewestWords(history, items);
    const order = orderOfRemoval(
      items.flat().filter((item) => !newestWords.includes(item)),
      input.services.directives,
    );
    const place = { history, isRecorded };
    const carried = await findCarriedMedia(place, MEDIA_SHARE * targetTokens, estimateTokens);
    const planRecords = createRecordPlanner({
      ...place,
      carried,
      canRecall: false,
      saysFollowing: false,
    });
    const without = async (count: number): Promise<{ plan: EditPlan; tokensAfter: number }> => {
      const removed = new Set(order.slice(0, count));
      const plan = await runInSlices(
        planRecords(function* ({ from, to }) {
          yield;
          return items.slice(from, to).flatMap((own) => own.filter((item) => !removed.has(item)));
        }),
        input.yieldToEventLoop,
      );
      return { plan, tokensAfter: await estimateTokens(previewPlan(history, plan)) };
    };
    /** Bounds of the least number of items that must go. */
    let [from, to] = [0, order.length];
    if ((await without(0)).tokensAfter <= targetTokens) to = 0;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((await without(middle)).tokensAfter <= targetTokens) to = middle;
      else from = middle + 1;
    }
    const found = await without(from);
    if (found.tokensAfter >= input.tokens) return { noopReason: 'no-gain' };
    return { ...found, dropped: countDropped(place, noteTools) };
  },
  shortfallReason: () =>
    'system and pinned entries, the newest request and the newest exchange stay',
});

/** Maximum share of the target for the newest pictures and documents of users. */
const MEDIA_SHARE = 0.25;

function countDropped(
  { history, isRecorded }: Pick<RecordPlace, 'history' | 'isRecorded'>,
  noteTools: readonly string[],
): DroppedCounts {
  const blocks = history.flatMap((entry, at) => (isRecorded[at]! ? entry.blocks : []));
  const countOf = (isCounted: (block: ContentBlock) => boolean): number =>
    blocks.filter(isCounted).length;
  const counts = {
    toolCalls: countOf((block) => block.type === 'tool_call' && !isNote(block, noteTools)),
    thinkingBlocks: countOf(({ type }) => type === 'thinking'),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
