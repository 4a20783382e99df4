import type { CompressionContext, IContent, UsageStats } from '@palimpsest/core-types';
import { isGeneratedSnapshot, createContinuationEntry, sumUsage } from '@palimpsest/history';
import { chooseCandidate } from './choose-candidate.ts';
import { snapshotText } from './compose-snapshot.ts';
import { buildContinuationDirective } from './continuation-directive.ts';
import { snapshotFacts } from './facts/snapshot-facts.ts';
import type { ResolvedModelOptions } from './model-options.ts';
import { prepareDraft } from './prepare-draft.ts';
import { renderHistory } from './showing/quote-history.ts';
import { weighCandidate, type Scales } from './weigh-candidate.ts';

export interface ReplaceRequest {
  readonly strategy: string;
  readonly history: readonly IContent[];
  /** Ascending indices of the entries to summarize. */
  readonly removed: readonly number[];
  /** Index of the newest user message, -1 if there is none, and whether it stays in place within the summarized range. */
  readonly newestHuman: number;
  readonly isNewestHumanHeld: boolean;
  /** Whether the first user message stays in the history. */
  readonly isTaskKept: boolean;
  readonly tokensBefore: number;
  readonly context: CompressionContext;
  readonly means: ResolvedModelOptions;
}

/** The entries that replace the summarized ones. Without a snapshot, there is no gain. */
export interface Replacement {
  readonly snapshot?: IContent;
  readonly continuation: IContent;
  readonly tokensAfter: number;
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/**
 * Creates the snapshot that represents some entries: by a model; shorter if the first does not fit; by rules if no model's is a gain (three
 * levels, pipeline-origin §5, 37).
 */
export async function replaceBySnapshot(request: ReplaceRequest): Promise<Replacement> {
  const { strategy, history, removed, newestHuman, tokensBefore, context, means } = request;
  const entries = removed.map((index) => history[index]!);
  const latest = textOf(history[newestHuman]);
  const continuation = createContinuationEntry(
    buildContinuationDirective({ lastUserPrompt: latest, activeTodos: context.activeTodos }),
  );
  const facts = snapshotFacts(entries, means.toolTaxonomy, request.isTaskKept);
  const scales: Scales = { history, removed, continuation, tokensBefore, context, facts };
  const bare = await weighCandidate('', 'rules', scales);
  // If the facts alone save no tokens, facts with a text by a model do not either.
  if (!bare.isGain) return { continuation, tokensAfter: bare.tokensAfter, calls: [] };

  const shown = renderHistory(entries);
  if (shown.length === 0) {
    // Only reasoning and opaque blocks are new: there is nothing to show a model, and the earlier summary still holds.
    const before = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
    const same = await weighCandidate(before, 'rules', scales);
    const { snapshot, tokensAfter } = same.isGain ? same : bare;
    return { snapshot, continuation, tokensAfter, calls: [] };
  }

  const { draft, maxCharacters, calls } = await prepareDraft({
    strategy,
    entries,
    shown,
    latest: request.isNewestHumanHeld ? latest : '',
    tokensWithoutText: bare.tokensAfter,
    context,
    means,
  });
  const isVerified = context.compressionVerification ?? means.verification(context);
  const chosen = await chooseCandidate({ draft, scales, bare, entries, maxCharacters, isVerified });
  return {
    snapshot: withUsage(chosen.snapshot, sumUsage(calls)),
    continuation,
    tokensAfter: chosen.tokensAfter,
    calls,
  };
}

/** Returns the snapshot with the total usage of its calls, if a provider reported it. */
function withUsage(snapshot: IContent, usage: UsageStats | undefined): IContent {
  if (usage === undefined) return snapshot;
  return { ...snapshot, metadata: { ...snapshot.metadata, usage } };
}

/** Returns the joined text blocks of an entry. */
function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}
