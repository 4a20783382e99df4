import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { resolveModel } from '@palimpsest/engine';
import { DEFAULT_CONTEXT_LIMIT } from '@palimpsest/engine/history';
import { truncateText } from '@palimpsest/engine/text';
import { createAsker, type Asker } from './ask-model.ts';
import { buildRequest, type QuotedSection, type RequestParts } from './build-request.ts';
import { countRequest, fitRequest, requestRoom } from './fit-request.ts';
import type { ModelOptions } from './model-options.ts';
import { resolvePrompt } from './prompt.ts';
import { asHumanEntry, type RenderedEntry } from './render-history.ts';
import { formatTodos } from './todos.ts';

/** A snapshot, and the tokens of the history with it by the caller's estimator: no summary is assumed to be shorter. */
export interface Candidate {
  readonly snapshot: IContent;
  readonly tokensAfter: number;
  readonly isGain: boolean;
}

interface SnapshotRequest {
  readonly entries: readonly IContent[];
  readonly shown: readonly RenderedEntry[];
  /** Text of earlier snapshots among the entries. */
  readonly previous: string;
  /** The newest user message if it is quoted in addition to the entries; else empty. */
  readonly latest: string;
  /** Tokens that the text may have to meet the target, if there is one. */
  readonly maxTokens: number | undefined;
  readonly weigh: (text: string) => Promise<Candidate>;
}

interface WrittenSnapshot extends Pick<Asker, 'calls'> {
  readonly best: Candidate;
  /** Length that the model was asked for, in characters. */
  readonly maxCharacters: number;
}

/** Maximum length of each quotation, in UTF-16 units. */
const MAX_QUOTATION_LENGTH = 20_000;

/**
 * Asks the model for a snapshot, and with `compressionVerification` for a correction of it, which counts if it is complete and meets the target.
 *
 * @throws the errors of the first call; the reason of the signal. An error of the second is logged
 */
export async function askForSnapshot(
  { entries, shown, previous, latest, maxTokens, weigh }: SnapshotRequest,
  options: ModelOptions,
): Promise<WrittenSnapshot> {
  const { strategy, context, services, timeoutMs } = options;
  const { estimateTokens, activeTodos, signal } = context;
  const model = await resolveModel(strategy, context, services);
  const maxCharacters = await summaryLength(shown, maxTokens, context);
  const room = requestRoom(windowOf(model.contextLimit, context));
  const createSection = (name: QuotedSection['name'], text: string): QuotedSection => ({
    name,
    text: truncateText(services.redact(text).toWellFormed().trim(), MAX_QUOTATION_LENGTH),
  });
  const parts: RequestParts = {
    prompt: await resolvePrompt(context, model),
    entries: shown,
    quotations: [
      createSection('previous snapshot', previous),
      createSection('latest request', latest),
      createSection('todos', formatTodos(activeTodos)),
    ],
    maxCharacters,
    nonce: services.nonce,
  };
  const asker = createAsker(model, { strategy, timeoutMs, signal });
  const { text } = await asker.ask(await fitRequest(parts, entries, room, options));
  const first = await weigh(text);
  const written = { maxCharacters, calls: asker.calls };
  if (!options.isVerified || !first.isGain) return { ...written, best: first };
  const draft: QuotedSection = { name: 'draft', text };
  const check = buildRequest({ ...parts, quotations: [...parts.quotations, draft] });
  // A draft without its whole source cannot be corrected.
  if ((await countRequest(check, estimateTokens)) > room) return { ...written, best: first };
  try {
    const second = await asker.ask(check);
    const corrected = await weigh(second.text);
    const { targetTokens = Infinity } = context;
    const misses = ({ tokensAfter }: Candidate): boolean => tokensAfter > targetTokens;
    const isUsable = !second.isTruncated && corrected.isGain;
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
function windowOf(
  contextLimit: number | undefined,
  { runtimeContext }: CompressionContext,
): number {
  const sizes = [contextLimit, runtimeContext.ephemerals.contextLimit?.()];
  return sizes.find((size) => size !== undefined && size > 0) ?? DEFAULT_CONTEXT_LIMIT;
}

/** Minimum length of a snapshot, in characters: shorter ones contain too little to continue from. */
const MIN_CHARACTERS = 800;

/** Maximum length of a snapshot, in characters: longer ones are not read completely. */
const MAX_CHARACTERS = 12_000;

/** Length of a snapshot as a share of the summarized text, if there is no target. */
const SHARE = 0.25;

/** Maximum number of characters per token that a length in tokens is converted with. */
const MAX_CHARACTERS_PER_TOKEN = 6;

/** Returns the number of characters that the model may write, so that the result fits. */
async function summaryLength(
  shown: readonly RenderedEntry[],
  maxTokens: number | undefined,
  { estimateTokens }: CompressionContext,
): Promise<number> {
  const characters = shown.reduce((sum, { text }) => sum + text.length, 0);
  let wanted = characters * SHARE;
  if (maxTokens !== undefined) {
    const tokens = await estimateTokens(shown.map(({ text }) => asHumanEntry(text)));
    wanted = maxTokens * Math.min(MAX_CHARACTERS_PER_TOKEN, characters / Math.max(1, tokens));
  }
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}
