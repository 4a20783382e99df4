import type { CompressionContext, IContent, UsageStats } from '@palimpsest/core-types';
import { DEFAULT_CONTEXT_LIMIT, makeContinuation } from '@palimpsest/history';
import { createAsker } from './asking/asker.ts';
import { longestFrame } from './asking/build-request.ts';
import { draftSnapshot } from './asking/draft-snapshot.ts';
import { quotations } from './asking/quotations.ts';
import { requestRoom, requestScale } from './asking/request-room.ts';
import { chooseCandidate } from './choose-candidate.ts';
import { buildContinuationDirective } from './continuation-directive.ts';
import { snapshotFacts } from './facts/snapshot-facts.ts';
import { resolveModel, type ModelMeans } from './model-options.ts';
import { resolvePrompt } from './prompt.ts';
import { showWhatFits } from './show-what-fits.ts';
import { showHistory, type ShownEntry } from './showing/quote-history.ts';
import { summaryLength } from './summary-length.ts';
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
  readonly means: ModelMeans;
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
  const { estimateTokens, activeTodos, targetTokens } = context;
  const entries = removed.map((index) => history[index]!);
  const latest = textOf(history[newestHuman]);
  const continuation = makeContinuation(
    buildContinuationDirective({ lastUserPrompt: latest, activeTodos }),
  );
  const facts = snapshotFacts(entries, means.toolTaxonomy, request.isTaskKept);
  const scales: Scales = { history, removed, continuation, tokensBefore, context, facts };
  const bare = await weighCandidate('', 'rules', scales);
  // What has to be said anyway is no gain: nothing a model writes makes it one.
  if (!bare.isGain) return { continuation, tokensAfter: bare.tokensAfter, calls: [] };

  const model = await resolveModel(strategy, context, means);
  const prompt = await resolvePrompt(context, model);
  const overhead = await estimateTokens([]);
  const weigh = requestScale(estimateTokens, overhead);
  const shown = showHistory(entries);
  const weight = await weigh(shown);
  const maxCharacters = summaryLength({
    characters: lengthOf(shown),
    tokens: weight,
    ...(targetTokens === undefined ? {} : { roomTokens: targetTokens - bare.tokensAfter }),
  });
  const frame = overhead + (await weigh([quoted(longestFrame(prompt))]));
  const whole = requestRoom(windowOf(model.contextLimit, context), frame);
  const beside = await quotations({
    entries,
    latest: request.isNewestHumanHeld ? latest : '',
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
  const isVerified = context.compressionVerification ?? means.verification(context);
  const chosen = await chooseCandidate({ draft, scales, bare, entries, maxCharacters, isVerified });
  return {
    ...(chosen.isGain ? { snapshot: chosen.snapshot } : {}),
    continuation,
    tokensAfter: chosen.tokensAfter,
    calls: asker.calls,
  };
}

/** Tokens of the window a request has to fit into: of the model that is asked, else of the one the conversation is held with. What is no size is not known. */
function windowOf(
  contextLimit: number | undefined,
  { runtimeContext }: CompressionContext,
): number {
  const sizes = [contextLimit, runtimeContext.ephemerals.contextLimit?.()];
  return sizes.find((size) => size !== undefined && size > 0) ?? DEFAULT_CONTEXT_LIMIT;
}

/** What somebody said in an entry. */
function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}

/** A text as something that is quoted. */
function quoted(text: string): ShownEntry {
  return { number: 0, speaker: 'human', text };
}

function lengthOf(entries: readonly ShownEntry[]): number {
  return entries.reduce((sum, { text }) => sum + text.length, 0);
}
