import {
  defined,
  rejectOnAbort,
  type CompressionContext,
  type IContent,
} from '@palimpsest/core-types';
import { DEFAULT_CONTEXT_LIMIT, isGeneratedSnapshot } from '@palimpsest/history';
import { createAsker } from './asking/ask-model.ts';
import { joinAllInstructions, type QuotedSection } from './asking/build-request.ts';
import { draftSnapshot, type SnapshotDraft } from './asking/draft-snapshot.ts';
import {
  createRequestTokenCounter,
  fitQuotations,
  requestBudget,
  type RequestTokenCounter,
} from './asking/request-budget.ts';
import { resolveModel } from '@palimpsest/engine';
import { snapshotText } from './compose-snapshot.ts';
import type { ModelOptions } from './model-options.ts';
import { resolvePrompt } from './prompt.ts';
import { escapeHidden } from './showing/escape-hidden.ts';
import { renderHistory, unnumbered, type RenderedEntry } from './showing/render-history.ts';
import { showTodos } from './todos.ts';

interface PrepareRequest {
  readonly entries: readonly IContent[];
  readonly renderedEntries: readonly RenderedEntry[];
  /** The newest user message if it is quoted in addition to the entries; else empty. */
  readonly latest: string;
  /** Tokens of the history with a snapshot that contains only facts. */
  readonly tokensWithoutText: number;
}

/** Resolves the model and its prompt, measures what a request may quote, and makes the entries fit. */
export async function prepareDraft(
  { entries, renderedEntries, latest, tokensWithoutText }: PrepareRequest,
  options: ModelOptions,
): Promise<SnapshotDraft> {
  const { strategy, context, redact, timeoutMs, nonce } = options;
  const { estimateTokens, activeTodos, targetTokens, signal } = context;
  const model = await resolveModel(strategy, context, options);
  const prompt = await resolvePrompt(context, model);
  const overhead = await estimateTokens([]);
  const countTokens = createRequestTokenCounter(estimateTokens, overhead);
  const weight = await countTokens(renderedEntries);
  const budgetTokens = targetTokens === undefined ? undefined : targetTokens - tokensWithoutText;
  const maxCharacters = summaryLength(renderedEntries, weight, budgetTokens);
  const frame = overhead + (await countTokens([unnumbered(joinAllInstructions(prompt))]));
  const whole = requestBudget(windowOf(model.contextLimit, context), frame);
  const previous = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
  const createSection = (name: QuotedSection['name'], text: string): QuotedSection => ({
    name,
    text: escapeHidden(redact(text).trim()),
  });
  const quotations = await fitQuotations(
    [
      createSection('previous snapshot', previous),
      createSection('latest request', latest),
      createSection('todos', showTodos(activeTodos) ?? ''),
    ],
    whole,
    countTokens,
  );
  const quotedTokens = await countTokens(quotations.map(({ text }) => unnumbered(text)));
  const budget = Math.max(1, whole - quotedTokens);
  const all = { entries: renderedEntries, weight };
  return draftSnapshot({
    asker: createAsker(model, { strategy, profile: model.profile, timeoutMs, signal }),
    prompt,
    entries: await showWhatFits(entries, all, budget, countTokens, options),
    quotations,
    budget,
    countTokens,
    maxCharacters,
    nonce,
  });
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

/**
 * Returns the number of characters the model may write, so that the result fits.
 *
 * @param tokens tokens of the rendered entries, by the caller's estimator
 * @param budgetTokens tokens between the rest of the history and the target, if there is one
 */
function summaryLength(
  renderedEntries: readonly RenderedEntry[],
  tokens: number,
  budgetTokens: number | undefined,
): number {
  const characters = renderedEntries.reduce((sum, { text }) => sum + text.length, 0);
  const perToken = tokens > 0 ? Math.min(6, characters / tokens) : 4;
  const wanted = budgetTokens === undefined ? characters * SHARE : budgetTokens * perToken;
  return Math.floor(Math.min(MAX_CHARACTERS, Math.max(MIN_CHARACTERS, wanted)));
}

/** A request contains the rendered form of the entries that the reducer counts, which is a little longer. */
const MARGIN = 0.85;

/** Minimum share of the tokens to reduce to. With less, only markers remain, which cannot be summarized; the excess is summarized in parts. */
const MIN_SHARE = 0.1;

/**
 * Returns the rendered entries, reduced by another strategy as far as needed for one request. Returns all of them if they fit, if there is no
 * such strategy, or if it fails; the excess is then summarized in parts.
 *
 * @param all the rendered entries, and their tokens
 * @param budget tokens that fit into one request
 */
async function showWhatFits(
  entries: readonly IContent[],
  all: { readonly entries: readonly RenderedEntry[]; readonly weight: number },
  budget: number,
  countTokens: RequestTokenCounter,
  options: ModelOptions,
): Promise<readonly RenderedEntry[]> {
  const { estimateTokens, logger, runtimeContext, signal } = options.context;
  const reducer = all.weight <= budget ? undefined : options.reducer();
  if (reducer === undefined) return all.entries;
  const share = Math.max((budget / all.weight) * MARGIN, MIN_SHARE);
  try {
    const tokens = await estimateTokens(entries);
    const reducing = reducer.compress({
      history: [...entries],
      estimateTokens,
      currentTokenCount: tokens,
      targetTokens: Math.max(1, Math.floor(tokens * share)),
      runtimeContext: { ephemerals: { ...runtimeContext.ephemerals, preserveThreshold: () => 0 } },
      ...defined({ signal, logger }),
    });
    const result = await rejectOnAbort(reducing, signal);
    if (result.kind === 'noop') return all.entries;
    const reduced = redacted(renderHistory(result.newHistory), options);
    // Without content, a model invents a summary.
    const isUseful = reduced.length > 0 && (await countTokens(reduced)) < all.weight;
    return isUseful ? reduced : all.entries;
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug('Could not shorten the input of the summary; summarizing it in parts.', error);
    return all.entries;
  }
}

export function redacted(
  renderedEntries: readonly RenderedEntry[],
  { redact }: ModelOptions,
): readonly RenderedEntry[] {
  return renderedEntries.map((entry) => ({ ...entry, text: redact(entry.text) }));
}
