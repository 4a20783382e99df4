import { defined, type IContent } from '@palimpsest/core-types';
import { sumUsage, type StrategyDecision } from '@palimpsest/engine';
import {
  createContinuationEntry,
  isGeneratedContinuation,
  isGeneratedSnapshot,
  previewPlan,
  replaceBySummary,
} from '@palimpsest/engine/history';
import { summarizeWith } from '../text/summarize-with.ts';
import { composeSnapshot, snapshotText } from './compose-snapshot.ts';
import type { ModelOptions } from './model-options.ts';
import { renderHistory } from './render-history.ts';
import { snapshotFacts } from './snapshot-facts.ts';
import { buildContinuationDirective } from './todos.ts';
import { askForSnapshot, type MeasuredSnapshot } from './write-snapshot.ts';

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

/** Plans to replace some entries by a snapshot: with a model's text; by rules if that is no gain; with the facts alone if that is none either. */
export async function replaceBySnapshot(
  request: ReplaceRequest,
  options: ModelOptions,
): Promise<StrategyDecision> {
  const { history, removed, newestHuman, tokensBefore } = request;
  const { activeTodos, estimateTokens, targetTokens, transcriptPath } = options.context;
  const entries = removed.map((index) => history[index]!);
  const latest = textOf(history[newestHuman]);
  const continuation = createContinuationEntry(
    buildContinuationDirective({ lastUserPrompt: latest, activeTodos }),
  );
  const planWith = (snapshot: IContent) =>
    replaceBySummary(history, { removed, summary: snapshot, between: continuation });
  const { yieldToEventLoop } = options.context;
  const facts = await snapshotFacts(entries, options.services, {
    isTaskElsewhere: request.isTaskKept,
    yieldToEventLoop,
  });
  const measure = async (text: string, writtenBy: 'model' | 'rules'): Promise<MeasuredSnapshot> => {
    const snapshot = composeSnapshot({ text, writtenBy, facts, transcriptPath });
    const tokensAfter = await estimateTokens(previewPlan(history, planWith(snapshot)));
    return { snapshot, tokensAfter, savesTokens: tokensAfter < tokensBefore };
  };
  const decide = ({
    snapshot,
    tokensAfter,
  }: Pick<MeasuredSnapshot, 'snapshot' | 'tokensAfter'>): StrategyDecision => ({
    plan: planWith(snapshot),
    tokensAfter,
  });
  const bare = await measure('', 'rules');
  // If the facts alone save no tokens, facts with a text do not either.
  if (!bare.savesTokens) return { noopReason: 'no-gain', llmCalls: [] };

  const rendered = await renderHistory(entries, options.services.redact, yieldToEventLoop);
  const previous = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
  if (rendered.length === 0) {
    // Only reasoning and opaque blocks are new: there is nothing to show a model, and the earlier summary still holds.
    const same = await measure(previous, 'rules');
    return { ...decide(same.savesTokens ? same : bare), llmCalls: [] };
  }
  const { best, maxCharacters, calls } = await askForSnapshot(
    {
      entries,
      rendered,
      previous,
      latest: request.isNewestHumanHeld ? latest : '',
      maxTokens: targetTokens === undefined ? undefined : targetTokens - bare.tokensAfter,
      measure: async (text) => await measure(text, 'model'),
    },
    options,
  );
  const written = best.savesTokens
    ? best
    : await measure(await writeByRules(entries, maxCharacters, options), 'rules');
  const { snapshot, tokensAfter } = written.savesTokens ? written : bare;
  const metadata = { ...snapshot.metadata, ...defined({ usage: sumUsage(calls) }) };
  return { ...decide({ snapshot: { ...snapshot, metadata }, tokensAfter }), llmCalls: calls };
}

function textOf(entry: IContent | undefined): string {
  const texts = (entry?.blocks ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  return texts.filter((text) => text !== '').join('\n');
}

/** Writes a summary with the summarizer of texts: what the user and the agent said, earlier snapshots, and their names. */
async function writeByRules(
  entries: readonly IContent[],
  budget: number,
  { services, context: { signal } }: ModelOptions,
): Promise<string> {
  const texts = entries
    .filter(({ speaker }) => speaker === 'human' || speaker === 'ai')
    .filter((entry) => !isGeneratedContinuation(entry))
    .map((entry) => (isGeneratedSnapshot(entry) ? snapshotText(entry) : textOf(entry)));
  const { text, entities } = await summarizeWith(services.summarizer, {
    text: services.redact(texts.join('\n\n')),
    budget,
    ...defined({ signal }),
  });
  const names = entities.length === 0 ? '' : `\n\nNames: ${entities.join(', ')}`;
  return `${text}${names}`.trim();
}
