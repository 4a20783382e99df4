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
  /** Indices of what is summarized, ascending. */
  readonly removed: readonly number[];
  /** Index of the newest human entry, -1 for none, and whether it stands among what is summarized and stays. */
  readonly newestHuman: number;
  readonly isNewestHumanHeld: boolean;
  /** The first thing a person said stays where it is. */
  readonly isTaskKept: boolean;
  readonly tokensBefore: number;
  readonly context: CompressionContext;
  readonly means: ResolvedModelOptions;
}

/** What takes the place of the entries; without a snapshot nothing would be gained. */
export interface Replacement {
  readonly snapshot?: IContent;
  readonly continuation: IContent;
  readonly tokensAfter: number;
  readonly calls: readonly { readonly usage?: UsageStats }[];
}

/**
 * Writes the snapshot that stands for some entries: by a model; shorter where the first does not fit; by rules where no model's is a gain
 * (three levels, pipeline-origin §5, 37).
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
  // What has to be said anyway is no gain: nothing a model writes makes it one.
  if (!bare.isGain) return { continuation, tokensAfter: bare.tokensAfter, calls: [] };

  const shown = renderHistory(entries);
  if (shown.length === 0) {
    // Reasoning and parts nobody knows: a model could read nothing, and what it wrote before still holds.
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
    ...(chosen.isGain ? { snapshot: withUsage(chosen.snapshot, sumUsage(calls)) } : {}),
    continuation,
    tokensAfter: chosen.tokensAfter,
    calls,
  };
}

/** The snapshot with what all its calls cost, where a provider reported it. */
function withUsage(snapshot: IContent, usage: UsageStats | undefined): IContent {
  if (usage === undefined) return snapshot;
  return { ...snapshot, metadata: { ...snapshot.metadata, usage } };
}

/** What somebody said in an entry. */
function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}
