import {
  PromptResolutionError,
  describeValue,
  rejectOnAbort,
  type CompressionContext,
  type IContent,
  type ResolvedModel,
} from '@palimpsest/core-types';
import { resolveModel } from '@palimpsest/engine';
import { DEFAULT_CONTEXT_LIMIT } from '@palimpsest/engine/history';
import { truncateText } from '@palimpsest/engine/text';
import { createAsker, type Asker } from './ask-model.ts';
import {
  SNAPSHOT_PROMPT,
  buildRequest,
  type QuotedSection,
  type RequestParts,
} from './build-request.ts';
import { countRequest, fitRequest, requestRoom } from './fit-request.ts';
import type { ModelOptions } from './model-options.ts';
import { asHumanEntry, type RenderedEntry } from './render-history.ts';
import { formatTodos } from './todos.ts';

/** A snapshot, and the tokens that the history has with it. A model's summary may be longer than what it replaces. */
export interface MeasuredSnapshot {
  readonly snapshot: IContent;
  readonly tokensAfter: number;
  /** Whether the history has fewer tokens than before. */
  readonly savesTokens: boolean;
}

interface SnapshotRequest {
  readonly entries: readonly IContent[];
  readonly rendered: readonly RenderedEntry[];
  /** Text of earlier snapshots among the entries. */
  readonly previous: string;
  /** The newest user message if it is quoted in addition to the entries; else empty. */
  readonly latest: string;
  /** Tokens that the text may have to meet the target, if there is one. */
  readonly maxTokens: number | undefined;
  readonly measure: (text: string) => Promise<MeasuredSnapshot>;
}

interface WrittenSnapshot extends Pick<Asker, 'calls'> {
  readonly best: MeasuredSnapshot;
  /** Length that the model was asked for, in characters. */
  readonly maxCharacters: number;
}

/** Maximum length of each quotation, in UTF-16 units. */
const MAX_QUOTATION_LENGTH = 20_000;

/** Minimum length of a snapshot, in characters: shorter ones contain too little to continue from. */
const MIN_CHARACTERS = 800;

/** Maximum length of a snapshot, in characters: a longer one costs more than it helps. */
const MAX_CHARACTERS = 12_000;

/** Length of a snapshot as a share of the summarized text, if there is no target. */
const SUMMARY_SHARE = 0.25;

/** Maximum characters per token when a length in tokens is converted: history with long tokens would otherwise allow too long a snapshot. */
const MAX_CHARACTERS_PER_TOKEN = 6;

/**
 * Asks the model for a snapshot. With `isVerified`, asks for a correction too, and uses it if it is complete, saves tokens, and does not miss a
 * target that the first snapshot meets.
 *
 * @throws the errors of the first call; the reason of the signal. An error of the second is logged
 */
export async function askForSnapshot(
  { entries, rendered, previous, latest, maxTokens, measure }: SnapshotRequest,
  options: ModelOptions,
): Promise<WrittenSnapshot> {
  const { strategy, context, services, timeoutMs } = options;
  const { estimateTokens, activeTodos, signal } = context;
  const model = await resolveModel(strategy, context, services);
  const maxCharacters = await summaryLength(rendered, maxTokens, context);
  const maxRequestTokens = requestRoom(requestWindow(model.contextLimit, context));
  const createSection = (name: QuotedSection['name'], text: string): QuotedSection => ({
    name,
    text: truncateText(services.redact(text).toWellFormed().trim(), MAX_QUOTATION_LENGTH),
  });
  const parts: RequestParts = {
    prompt: await resolvePrompt(context, model),
    entries: rendered,
    quotations: [
      createSection('previous snapshot', previous),
      createSection('latest request', latest),
      createSection('todos', formatTodos(activeTodos)),
    ],
    maxCharacters,
    nonce: services.nonce,
  };
  const asker = createAsker(model, { strategy, timeoutMs, signal });
  const { text } = await asker.ask(await fitRequest(parts, entries, maxRequestTokens, options));
  const first = await measure(text);
  const written = { maxCharacters, calls: asker.calls };
  if (!options.isVerified || !first.savesTokens) return { ...written, best: first };
  const draft: QuotedSection = { name: 'draft', text };
  const check = buildRequest({ ...parts, quotations: [...parts.quotations, draft] });
  // A draft without its whole source cannot be corrected.
  if ((await countRequest(check, estimateTokens)) > maxRequestTokens)
    return { ...written, best: first };
  try {
    const second = await asker.ask(check);
    const corrected = await measure(second.text);
    const { targetTokens = Infinity } = context;
    const misses = ({ tokensAfter }: MeasuredSnapshot): boolean => tokensAfter > targetTokens;
    const isUsable = !second.isTruncated && corrected.savesTokens;
    return {
      ...written,
      best: isUsable && (!misses(corrected) || misses(first)) ? corrected : first,
    };
  } catch (error) {
    signal?.throwIfAborted();
    context.logger?.debug('The check of the summary failed; the first summary is used.', error);
    return { ...written, best: first };
  }
}

/**
 * Returns the context window that limits a request, in tokens: that of the called model, else that of the conversation, else the default.
 * Ignores sizes that are not positive.
 */
function requestWindow(
  contextLimit: number | undefined,
  { runtimeContext }: CompressionContext,
): number {
  const sizes = [contextLimit, runtimeContext.ephemerals.contextLimit?.()];
  return sizes.find((size) => size !== undefined && size > 0) ?? DEFAULT_CONTEXT_LIMIT;
}

/** Returns the number of characters that the model may write, so that the result fits. */
async function summaryLength(
  rendered: readonly RenderedEntry[],
  maxTokens: number | undefined,
  { estimateTokens }: CompressionContext,
): Promise<number> {
  const characters = rendered.reduce((sum, { text }) => sum + text.length, 0);
  let wanted = characters * SUMMARY_SHARE;
  if (maxTokens !== undefined) {
    const tokens = await estimateTokens(rendered.map(({ text }) => asHumanEntry(text)));
    wanted = maxTokens * Math.min(MAX_CHARACTERS_PER_TOKEN, characters / Math.max(1, tokens));
  }
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}

/** Name of the prompt that the host may replace. */
const PROMPT = 'compression';

/**
 * Returns the host's prompt for this model, else the built-in one.
 *
 * @throws {PromptResolutionError} when the host's prompt is blank or not a string; the errors of the host's resolver
 */
async function resolvePrompt(
  { resolvePrompt: resolve, signal }: CompressionContext,
  { provider, model }: ResolvedModel,
): Promise<string> {
  if (resolve === undefined) return SNAPSHOT_PROMPT;
  const asked = { provider: provider.name, ...(model === undefined ? {} : { model }) };
  const prompt: unknown = await rejectOnAbort(resolve(PROMPT, asked), signal);
  if (prompt === undefined) return SNAPSHOT_PROMPT;
  if (typeof prompt !== 'string') {
    throw new PromptResolutionError(PROMPT, `expected a string, got ${describeValue(prompt)}`);
  }
  if (prompt.trim() === '') throw new PromptResolutionError(PROMPT, 'the prompt is blank');
  return prompt;
}
