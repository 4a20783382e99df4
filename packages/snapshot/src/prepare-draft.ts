import type { CompressionContext, IContent, UsageStats } from '@palimpsest/core-types';
import { DEFAULT_CONTEXT_LIMIT } from '@palimpsest/history';
import { createAsker } from './asking/asker.ts';
import { longestFrame } from './asking/build-request.ts';
import { draftSnapshot, type SnapshotDraft } from './asking/draft-snapshot.ts';
import { quotations } from './asking/quotations.ts';
import { requestRoom, requestScale } from './asking/request-room.ts';
import { resolveModel, type ResolvedModelOptions } from './model-options.ts';
import { resolvePrompt } from './prompt.ts';
import { showWhatFits } from './show-what-fits.ts';
import type { RenderedEntry } from './showing/quote-history.ts';

export interface PrepareRequest {
  readonly strategy: string;
  /** Entries to summarize, and their rendered form. */
  readonly entries: readonly IContent[];
  readonly shown: readonly RenderedEntry[];
  /** The newest user message if it is quoted in addition to the entries; else empty. */
  readonly latest: string;
  /** Tokens of the history with a snapshot that contains only facts. */
  readonly tokensWithoutText: number;
  readonly context: CompressionContext;
  readonly means: ResolvedModelOptions;
}

export interface PreparedDraft {
  readonly draft: SnapshotDraft;
  /** Maximum length of the snapshot, in characters. */
  readonly maxCharacters: number;
  /** Model calls so far; the list grows. */
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/** Resolves the model and its prompt, measures what a request may quote, and makes the entries fit. */
export async function prepareDraft({
  strategy,
  entries,
  shown,
  latest,
  tokensWithoutText,
  context,
  means,
}: PrepareRequest): Promise<PreparedDraft> {
  const { estimateTokens, activeTodos, targetTokens } = context;
  const model = await resolveModel(strategy, context, means);
  const prompt = await resolvePrompt(context, model);
  const overhead = await estimateTokens([]);
  const weigh = requestScale(estimateTokens, overhead);
  const weight = await weigh(shown);
  const maxCharacters = summaryLength({
    characters: lengthOf(shown),
    tokens: weight,
    ...(targetTokens === undefined ? {} : { roomTokens: targetTokens - tokensWithoutText }),
  });
  const frame = overhead + (await weigh([quoted(longestFrame(prompt))]));
  const whole = requestRoom(windowOf(model.contextLimit, context), frame);
  const beside = await quotations({
    entries,
    latest,
    activeTodos,
    room: whole,
    weigh,
  });
  const room = Math.max(1, whole - (await weigh(beside.map(({ text }) => quoted(text)))));
  const asker = createAsker(model, {
    strategy,
    profile: model.profile,
    timeoutMs: means.timeoutMs(context),
    signal: context.signal,
  });
  const draft = await draftSnapshot({
    asker,
    prompt,
    entries: await showWhatFits(entries, { shown, weight, room, weigh, context, means }),
    quotations: beside,
    room,
    weigh,
    maxCharacters,
    nonce: means.nonce,
  });
  return { draft, maxCharacters, calls: asker.calls };
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

/** Returns the text as a rendered entry, to count its tokens. */
function quoted(text: string): RenderedEntry {
  return { number: 0, speaker: 'human', text };
}

function lengthOf(entries: readonly RenderedEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}

/** Minimum length of a snapshot, in characters: shorter ones contain too little to continue from. */
const MIN_CHARACTERS = 800;

/** Maximum length of a snapshot, in characters: longer ones are not read completely. */
const MAX_CHARACTERS = 12_000;

/** Length of a snapshot as a share of the summarized text, if there is no target. */
const SHARE = 0.25;

interface LengthFacts {
  /** Characters of the rendered entries, and their tokens by the caller's estimator. */
  readonly characters: number;
  readonly tokens: number;
  /** Tokens between the rest of the history and the target; absent if there is no target. */
  readonly roomTokens?: number;
}

/** Returns the number of characters the model may write, so that the result fits. */
function summaryLength({ characters, tokens, roomTokens }: LengthFacts): number {
  const perToken = tokens > 0 ? Math.min(6, characters / tokens) : 4;
  const wanted = roomTokens === undefined ? characters * SHARE : roomTokens * perToken;
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}
