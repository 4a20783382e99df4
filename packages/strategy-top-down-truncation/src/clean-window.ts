import {
  runInSlices,
  type ContentBlock,
  type DroppedCounts,
  type StrategyPlugin,
} from '@palimpsest/core-types';
import { defineStrategy, type StrategyDecision, type StrategyInput } from '@palimpsest/engine';
import { findDirectives } from '@palimpsest/engine/directives';
import {
  createRecordPlanner,
  expandToWholeExchanges,
  findAnswer,
  findCarriedMedia,
  isRequest,
  MEDIA_SHARE,
  previewPlan,
  type EditPlan,
  type RecordItem,
  type RecordPlace,
} from '@palimpsest/engine/history';
import { measureProseRate } from '@palimpsest/engine/tokens';
import { findNewestWords, isNote, itemsOf, listCuts } from './kept-items.ts';

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
    const { history, tokens, targetTokens } = input;
    const answer = findAnswer(history);
    // A request that answers a text of the agent stays with it, as long as there is room.
    const pair = answer < 0 ? [] : [answer, history.findLastIndex(isRequest)];
    let decision = await planWith(pair, input);
    const isOver = (decision?.tokensAfter ?? tokens) > targetTokens;
    if (isOver && pair.length > 0) decision = (await planWith([], input)) ?? decision;
    if (decision === undefined) return {};
    return decision.tokensAfter < tokens ? decision : { noopReason: 'no-gain' };
  },
  shortfallReason: () =>
    'system and pinned entries, the newest request and the newest exchange stay',
});

type Input = StrategyInput<
  { readonly 'compression.clean-window.noteTools': string },
  unknown,
  { readonly directives: typeof findDirectives }
>;

/** Plans records of all that precedes the tail, but system and pinned entries and some others. `undefined` if nothing is left for them. */
async function planWith(
  kept: readonly number[],
  input: Input,
): Promise<(StrategyDecision & { readonly tokensAfter: number }) | undefined> {
  const { history, index, tailStart, targetTokens, isProtected, estimateTokens } = input;
  const noteTools = input.settings['compression.clean-window.noteTools']
    .split(',')
    .map((name) => name.trim());
  const whole = expandToWholeExchanges(
    index,
    tailStart,
    (at) => isProtected(history[at]!) || kept.includes(at),
  );
  const isRecorded = history.map((_, at) => at < tailStart && !whole.has(at));
  if (!isRecorded.includes(true)) return undefined;
  const items = history.map((entry, at) => (isRecorded[at]! ? itemsOf(entry, noteTools) : []));
  const newestWords = findNewestWords(history, items);
  const { gentle, last } = listCuts(
    items.flat().filter((item) => !newestWords.includes(item)),
    input.services.directives,
    await measureProseRate(estimateTokens),
  );
  // Instructions are worth more than the text that the newest request answers.
  const cuts = kept.length > 0 ? gentle : [...gentle, ...last];
  const place = { history, isRecorded };
  const carried = await findCarriedMedia(place, MEDIA_SHARE * targetTokens, estimateTokens);
  const planRecords = createRecordPlanner({
    ...place,
    carried,
    canRecall: false,
    saysFollowing: false,
  });
  const withCuts = async (count: number): Promise<{ plan: EditPlan; tokensAfter: number }> => {
    const made = new Map(cuts.slice(0, count));
    const left = (item: RecordItem): RecordItem | readonly RecordItem[] =>
      made.has(item) ? (made.get(item) ?? []) : item;
    const plan = await runInSlices(
      planRecords(function* ({ from, to }) {
        yield;
        return items.slice(from, to).flatMap((own) => own.flatMap(left));
      }),
      input.yieldToEventLoop,
    );
    return { plan, tokensAfter: await estimateTokens(previewPlan(history, plan)) };
  };
  /** Bounds of the least number of cuts. */
  let [from, to] = [0, cuts.length];
  if ((await withCuts(0)).tokensAfter <= targetTokens) to = 0;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((await withCuts(middle)).tokensAfter <= targetTokens) to = middle;
    else from = middle + 1;
  }
  return { ...(await withCuts(from)), dropped: countDropped(place, noteTools) };
}

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
