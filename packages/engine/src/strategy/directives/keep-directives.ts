import {
  defined,
  type YieldToEventLoop,
  type CompressionContext,
  type CompressionResult,
  type CompressionStrategy,
  type IContent,
} from '@palimpsest/core-types';
import { findDirectives } from '../../directives/index.ts';
import {
  findFirstChange,
  humanTextLength,
  isGeneratedSnapshot,
  isRequest,
  resolveTargetTokens,
} from '../../history/index.ts';
import { isNotice } from '../../history/entries/human-text.ts';
import { isAcknowledgement } from '../../text/index.ts';
import { withoutGain } from '../build-result.ts';
import { listDirectiveRows, type FindDirectives } from './directive-rows.ts';
import {
  measureNoteBudget,
  restateLostDirectives,
  type RestatedDirectives,
} from './directives-note.ts';
import { findLostDirectives, findReplacedIn, personSentences } from './lost-directives.ts';

/** Compresses a history with a strategy. */
export type Compress = (context: CompressionContext) => Promise<CompressionResult>;

type AppliedResult = Extract<CompressionResult, { kind: 'applied' }>;

/** A result whose lost directives were restated. */
interface NotedResult extends RestatedDirectives {
  readonly result: AppliedResult;
  /** Tokens of the history with the note. */
  readonly tokens: number;
}

/**
 * Keeps user directives verbatim: prohibitions, obligations and restrictions. Directives that a later sentence replaces are not kept.
 *
 * 1. Without a model, messages with directives are pinned, up to 2,000 characters, with a short answer of the agent. A model's summary carries
 *    directives anyway.
 * 2. Directives that the result does not contain are restated in a note.
 * 3. If a strategy without a model then misses the target, it runs once more, with room for the note, and without pinned messages if these exceed
 *    the target.
 * 4. A note has at most a quarter of the target, or 500 tokens; all notes at most half of it, or 1,000 tokens; the larger value applies.
 * 5. A note never makes a result miss its target: if not all directives fit, the shortest are kept, and `shortfallReason` counts the others.
 *
 * A strategy that writes a record keeps directives in it. A note would split the record, so directives that it lacks are only counted.
 */
export async function keepDirectives(
  given: CompressionContext,
  { requiresLLM, writesRecord }: Pick<CompressionStrategy, 'requiresLLM' | 'writesRecord'>,
  compress: Compress,
  find: FindDirectives = findDirectives,
): Promise<CompressionResult> {
  const { history, estimateTokens } = given;
  const targetTokens = resolveTargetTokens(given);
  const readAll = async (): Promise<void> => {
    for (const entry of history) {
      listDirectiveRows(entry, find);
      await given.yieldToEventLoop?.();
    }
  };
  if (writesRecord === true) {
    const result = await compress(given);
    if (result.kind === 'noop') return result;
    await readAll();
    const { newHistory, metadata } = result;
    const leftOut = findLostDirectives(history, newHistory, find).length;
    if (leftOut === 0) return result;
    const tokens = await estimateTokens(newHistory);
    const { provenance } = metadata;
    const noted = { result, history: newHistory, ...defined({ provenance }), tokens, leftOut };
    return await conclude(noted, { ...given, targetTokens });
  }
  const budget = await measureNoteBudget(history, targetTokens, estimateTokens);
  const isPinned = (entry: IContent): boolean =>
    budget.notes.has(entry) || (given.pinned?.(entry) ?? false);
  const entriesToPin = await findEntriesToPin(history, find, given.yieldToEventLoop);
  const pinned = (entry: IContent): boolean => isPinned(entry) || entriesToPin.has(entry);
  const context = requiresLLM ? given : { ...given, pinned };
  const note = async (result: AppliedResult, maxTokens: number): Promise<NotedResult> => {
    const { provenance } = result.metadata;
    const request = { find, estimateTokens, maxTokens, provenance };
    const restated = await restateLostDirectives(history, result.newHistory, request);
    return { ...restated, result, tokens: await estimateTokens(restated.history) };
  };

  const plain = await compress(context);
  if (plain.kind === 'noop') return plain;
  await readAll();
  const first = await note(plain, budget.tokens);
  const isOver = (await estimateTokens(plain.newHistory)) > targetTokens;
  // Without pins, the directives go into the note, which is shorter than the messages.
  const unpins = isOver && entriesToPin.size > 0;
  const hasNote = first.noteTokens !== undefined;
  if (first.tokens <= targetTokens || requiresLLM || !(unpins || hasNote)) {
    const isNoted = hasNote || first.leftOut > 0;
    return isNoted ? await conclude(first, { ...given, targetTokens }) : plain;
  }
  given.signal?.throwIfAborted();
  const ofAll = { find, estimateTokens, maxTokens: budget.tokens };
  const { noteTokens = 0 } = unpins ? await restateLostDirectives(history, [], ofAll) : first;
  const second = await compress({
    ...context,
    ...(unpins && { pinned: isPinned }),
    targetTokens: Math.max(0, targetTokens - noteTokens),
  });
  const found: NotedResult[] = [];
  for (const result of [plain, second]) {
    if (result.kind !== 'applied') continue;
    const left = targetTokens - (await estimateTokens(result.newHistory));
    // A result that misses the target anyway gets the full note.
    found.push(await note(result, left < 0 ? budget.tokens : Math.min(budget.tokens, left)));
  }
  const fitting = found.filter(({ tokens }) => tokens <= targetTokens);
  const [best] = (fitting.length > 0 ? fitting : found).toSorted(
    (a, b) => a.leftOut - b.leftOut || a.tokens - b.tokens,
  );
  return await conclude(best!, { ...given, targetTokens });
}

/** Returns the result with its note, if any, and corrected metadata; a no-op if the note costs all that was saved (law 5). */
async function conclude(
  { result, history: noted, provenance, noteTokens, leftOut, tokens }: NotedResult,
  { history, targetTokens, estimateTokens }: CompressionContext & { readonly targetTokens: number },
): Promise<CompressionResult> {
  const { shortfallTokens: _, shortfallReason, topPreserved, ...metadata } = result.metadata;
  const tokensBefore = metadata.tokensBefore ?? (await estimateTokens(history));
  if (noteTokens !== undefined && tokens >= tokensBefore) {
    return withoutGain(result, {
      tokens: tokensBefore,
      entries: history.length,
      targetTokens,
      shortfallReason: 'the saving is smaller than the note that restates user directives',
    });
  }
  const shortfall = Math.max(0, tokens - targetTokens);
  const reasons = [
    shortfall > 0 ? shortfallReason : undefined,
    shortfall > 0 && noteTokens !== undefined ? 'a note restates user directives' : undefined,
    leftOut > 0 ? `directives that did not fit: ${leftOut}` : undefined,
  ].filter((reason) => reason !== undefined);
  const firstChangedIndex = findFirstChange(history, noted);
  return {
    kind: 'applied',
    newHistory: [...noted],
    metadata: {
      ...metadata,
      tokensBefore,
      targetTokens,
      compressedMessageCount: noted.length,
      tokensAfter: tokens,
      ...defined({
        shortfallTokens: shortfall || undefined,
        shortfallReason: reasons.join('; ') || undefined,
        firstChangedIndex,
        topPreserved: Math.min(topPreserved ?? 0, firstChangedIndex ?? Infinity) || undefined,
        provenance,
      }),
    },
  };
}

/** Maximum length of an answer that is pinned with its demand, in UTF-16 units. */
const MAX_ANSWER_LENGTH = 300;

/**
 * Returns the messages with directives, of several with the same directives the newest, each with the short text by which the agent answered
 * it: a demand without its answer reads as if it were still to be done.
 */
async function findEntriesToPin(
  history: readonly IContent[],
  find: FindDirectives,
  yieldToEventLoop: YieldToEventLoop | undefined,
): Promise<ReadonlySet<IContent>> {
  const said = new Set<string>();
  const entriesToPin = new Set<IContent>();
  const replaced = findReplacedIn(history);
  let answer: IContent | undefined;
  for (const entry of history.toReversed()) {
    await yieldToEventLoop?.();
    const isText = entry.blocks.every(({ type }) => type === 'text' || type === 'thinking');
    if (entry.speaker === 'ai' && isText && !isNotice(entry)) answer ??= entry;
    if (!isRequest(entry)) continue;
    const all = isPlain(entry) ? listDirectiveRows(entry, find) : [];
    // Of a message that says what a later one replaces, only the other directives are kept: in the note.
    const isNew = all.some(({ row }) => !said.has(row));
    if (isNew && !personSentences(entry).some((sentence) => replaced.has(sentence))) {
      for (const { row } of all) said.add(row);
      entriesToPin.add(entry);
      if (answer !== undefined && isShortAnswer(answer)) entriesToPin.add(answer);
    }
    answer = undefined;
  }
  return entriesToPin;
}

/** Returns whether a text of the agent is short, and says more than that it was read. */
function isShortAnswer(answer: IContent): boolean {
  const said = answer.blocks.flatMap((block) => (block.type === 'text' ? block.text : []));
  return humanTextLength(answer) <= MAX_ANSWER_LENGTH && !isAcknowledgement(said.join('\n'));
}

/** Maximum length of a message that is pinned for its directives, in UTF-16 units of its texts and code. */
const MAX_PINNED_LENGTH = 2_000;

/**
 * Returns a predicate that pins what `pinned` pins, and user messages with directives: at most 2,000 characters, only text and code. Of other
 * messages, only the directives are kept: see `restateLostDirectives`.
 *
 * @param find finds the directives of a text. @default `findDirectives` of `@palimpsest/engine/directives`
 */
export function pinDirectives(
  pinned?: (entry: IContent) => boolean,
  find: FindDirectives = findDirectives,
): (entry: IContent) => boolean {
  return (entry) =>
    (pinned?.(entry) ?? false) || (isPlain(entry) && listDirectiveRows(entry, find).length > 0);
}

function isPlain(entry: IContent): boolean {
  return (
    entry.speaker === 'human' &&
    !isGeneratedSnapshot(entry) &&
    humanTextLength(entry) <= MAX_PINNED_LENGTH &&
    entry.blocks.every(({ type }) => type === 'text' || type === 'code')
  );
}
