import type { CompressionContext, IContent, UsageStats } from '@palimpsest/core-types';
import {
  createContinuationEntry,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  previewPlan,
  replaceBySummary,
} from '@palimpsest/history';
import { sumUsage, type StrategyDecision } from '@palimpsest/engine';
import { summarizeText } from '../text/summarize-text.ts';
import type { ParsedResponse } from './asking/parse-response.ts';
import type { SnapshotDraft } from './asking/draft-snapshot.ts';
import { composeSnapshot, snapshotText, type SnapshotParts } from './compose-snapshot.ts';
import { snapshotFacts } from './facts/snapshot-facts.ts';
import type { ModelOptions } from './model-options.ts';
import { prepareDraft, redacted } from './prepare-draft.ts';
import { renderHistory } from './showing/render-history.ts';
import { buildContinuationDirective } from './todos.ts';

interface ReplaceRequest {
  readonly history: readonly IContent[];
  /** Ascending indices of the entries to summarize. */
  readonly removed: readonly number[];
  /** Index of the newest user message, -1 if there is none, and whether it stays in place within the summarized range. */
  readonly newestHuman: number;
  readonly isNewestHumanHeld: boolean;
  /** Whether the first user message stays in the history. */
  readonly isTaskKept: boolean;
  readonly tokensBefore: number;
}

interface Candidate {
  readonly text: string;
  readonly snapshot: IContent;
  readonly tokensAfter: number;
  readonly isGain: boolean;
  /** Whether it is a gain, and at or under the target if there is one. */
  readonly fits: boolean;
}

/** Counts the tokens of the history with a text as its summary, by the caller's estimator: no summary is assumed to be shorter. */
type WeighCandidate = (text: string, writtenBy: SnapshotParts['writtenBy']) => Promise<Candidate>;

/** Plans to replace some entries by a snapshot: by a model; shorter if the first does not fit; by rules if no model's is a gain. */
export async function replaceBySnapshot(
  request: ReplaceRequest,
  options: ModelOptions,
): Promise<StrategyDecision> {
  const { history, removed, newestHuman, tokensBefore } = request;
  const { context } = options;
  const { activeTodos, estimateTokens, targetTokens = Infinity, transcriptPath } = context;
  const entries = removed.map((index) => history[index]!);
  const latest = textOf(history[newestHuman]);
  const continuation = createContinuationEntry(
    buildContinuationDirective({ lastUserPrompt: latest, activeTodos }),
  );
  const planWith = (snapshot: IContent) =>
    replaceBySummary(history, { removed, summary: snapshot, between: continuation });
  const facts = await snapshotFacts(entries, options.toolTaxonomy, request.isTaskKept);
  const weigh: WeighCandidate = async (text, writtenBy) => {
    const snapshot = composeSnapshot({ text, writtenBy, facts, transcriptPath });
    const tokensAfter = await estimateTokens(previewPlan(history, planWith(snapshot)));
    const isGain = tokensAfter < tokensBefore;
    return { text, snapshot, tokensAfter, isGain, fits: isGain && tokensAfter <= targetTokens };
  };
  const bare = await weigh('', 'rules');
  // If the facts alone save no tokens, facts with a text by a model do not either.
  if (!bare.isGain) return { noopReason: 'no-gain', llmCalls: [] };

  const shown = redacted(renderHistory(entries), options);
  if (shown.length === 0) {
    // Only reasoning and opaque blocks are new: there is nothing to show a model, and the earlier summary still holds.
    const before = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
    const same = await weigh(before, 'rules');
    const { snapshot, tokensAfter } = same.isGain ? same : bare;
    return { plan: planWith(snapshot), tokensAfter, llmCalls: [] };
  }

  const draft = await prepareDraft(
    {
      entries,
      renderedEntries: shown,
      latest: request.isNewestHumanHeld ? latest : '',
      tokensWithoutText: bare.tokensAfter,
    },
    options,
  );
  const { snapshot, tokensAfter } = await chooseCandidate(draft, weigh, bare, entries, options);
  return {
    plan: planWith(withUsage(snapshot, sumUsage(draft.calls))),
    tokensAfter,
    llmCalls: draft.calls,
  };
}

/** Returns the snapshot with the total usage of its calls, if a provider reported it. */
function withUsage(snapshot: IContent, usage: UsageStats | undefined): IContent {
  if (usage === undefined) return snapshot;
  return { ...snapshot, metadata: { ...snapshot.metadata, usage } };
}

function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}

/**
 * Chooses between three levels: the model's summary; a shorter one if the first is truncated or does not fit; a
 * summary by rules if neither is a gain; otherwise `bare`.
 *
 * @param bare the snapshot with facts only, which is a gain: no text makes it smaller
 * @throws the errors of the first model call; the reason of the signal. Later errors are logged, and the earlier response is used
 */
async function chooseCandidate(
  draft: SnapshotDraft,
  weigh: WeighCandidate,
  bare: Candidate,
  entries: readonly IContent[],
  { isVerified, context }: ModelOptions,
): Promise<Candidate> {
  const { maxCharacters } = draft;
  const first = await draft.write('normal');
  let best = await weigh(first.text, 'model');
  const couldFit = !best.isGain || bare.fits;
  if (first.isTruncated || (!best.fits && couldFit)) {
    const second = await unlessItFails(() => draft.write('aggressive'), context);
    if (second !== undefined) {
      const candidate = await weigh(second.text, 'model');
      const isWhole = first.isTruncated && !second.isTruncated && candidate.isGain;
      if (isWhole || candidate.tokensAfter < best.tokensAfter) best = candidate;
    }
  }
  if (!best.isGain) {
    for (const length of [maxCharacters, Math.floor(maxCharacters / 4)]) {
      const candidate = await weigh(writeByRules(entries, length), 'rules');
      if (candidate.isGain) return candidate;
    }
    return bare;
  }
  if (!isVerified) return best;
  const { text, fits } = best;
  const answer = await unlessItFails(() => draft.verify(text), context);
  if (answer === undefined || answer.isTruncated) return best;
  const candidate = await weigh(answer.text, 'model');
  // The corrected snapshot counts if it fits. If the first does not fit either, a gain is enough.
  return candidate.fits || (candidate.isGain && !fits) ? candidate : best;
}

async function unlessItFails(
  ask: () => Promise<ParsedResponse | undefined>,
  { logger, signal }: CompressionContext,
): Promise<ParsedResponse | undefined> {
  try {
    return await ask();
  } catch (error) {
    signal?.throwIfAborted();
    logger?.debug('A further answer of the model failed; what it wrote before is used.', error);
    return undefined;
  }
}

/** Writes a summary without a model: the most relevant sentences of the user, the agent and earlier snapshots, and their names. */
function writeByRules(entries: readonly IContent[], length: number): string {
  const texts: string[] = [];
  for (const entry of entries) {
    const { speaker, blocks } = entry;
    if ((speaker !== 'human' && speaker !== 'ai') || isGeneratedContinuation(entry)) continue;
    if (isGeneratedSnapshot(entry)) texts.push(snapshotText(entry));
    else for (const block of blocks) if (block.type === 'text') texts.push(block.text);
  }
  const { text, entities } = summarizeText(texts.join('\n\n'), length);
  const names = entities.length === 0 ? '' : `\n\nNames: ${entities.join(', ')}`;
  return `${text}${names}`.trim();
}
