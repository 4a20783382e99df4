import type { CompressionContext, IContent, UsageStats } from '@palimpsest/core-types';
import { DEFAULT_CONTEXT_LIMIT, isOwnSnapshot, makeContinuation } from '@palimpsest/history';
import { cutText } from '@palimpsest/text';
import { createAsker } from './asking/asker.ts';
import type { Quotation } from './asking/build-request.ts';
import { shownLength } from './asking/divide-entries.ts';
import { draftSnapshot } from './asking/draft-snapshot.ts';
import { requestRoom } from './asking/request-room.ts';
import { chooseCandidate } from './choose-candidate.ts';
import { snapshotText } from './compose-snapshot.ts';
import { buildContinuationDirective } from './continuation-directive.ts';
import { snapshotFacts } from './facts/snapshot-facts.ts';
import { resolveModel, type ModelMeans } from './model-options.ts';
import { resolvePrompt } from './prompt.ts';
import { reduceEntries } from './reduce-entries.ts';
import { showHistory } from './showing/quote-history.ts';
import { showTodos } from './showing/show-todos.ts';
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

/** Most of the newest request that is quoted beside the history, in UTF-16 units. */
const REQUEST_LENGTH = 20_000;

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
  const whole = showHistory(entries);
  const tokens = await estimateTokens(entries);
  const characters = shownLength(whole);
  const maxCharacters = summaryLength({
    characters,
    tokens,
    ...(targetTokens === undefined ? {} : { roomTokens: targetTokens - bare.tokensAfter }),
  });
  const contextLimit = windowOf(model.contextLimit, context);
  const room = requestRoom({ contextLimit, tokens, characters });
  const reduced = await reduceEntries(entries, { characters, tokens, room, context, means });
  const asker = createAsker(model, {
    strategy,
    profile: model.profile,
    timeoutMs: means.timeoutMs(context),
    signal: context.signal,
  });
  const draft = await draftSnapshot({
    asker,
    prompt: await resolvePrompt(context, model),
    entries: reduced === entries ? whole : showHistory(reduced),
    quotations: quotations(entries, request.isNewestHumanHeld ? latest : '', activeTodos),
    room,
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

/** Tokens of the window a request has to fit into: of the model that is asked, else of the one the conversation is held with. */
function windowOf(
  contextLimit: number | undefined,
  { runtimeContext }: CompressionContext,
): number {
  return contextLimit ?? runtimeContext.ephemerals.contextLimit?.() ?? DEFAULT_CONTEXT_LIMIT;
}

/** What stands beside the history in a request: an earlier snapshot of ours, the newest request where it stays, what is left to do. */
function quotations(
  entries: readonly IContent[],
  latest: string,
  activeTodos: CompressionContext['activeTodos'],
): Quotation[] {
  const previous = entries.filter(isOwnSnapshot).map(snapshotText).join('\n\n');
  const todos = showTodos(activeTodos) ?? '';
  const all: Quotation[] = [
    { name: 'previous snapshot', text: previous },
    { name: 'latest request', text: cutText(latest, REQUEST_LENGTH) },
    { name: 'todos', text: cutText(todos, REQUEST_LENGTH) },
  ];
  return all.filter(({ text }) => text.trim() !== '');
}

/** What somebody said in an entry. */
function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}
