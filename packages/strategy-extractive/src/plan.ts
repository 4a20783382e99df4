import { OptionError, type Summarizer } from '@palimpsest/core-types';
import {
  type SettingsOf,
  type StrategyDecision,
  type StrategyInput,
  answerWithin,
  findAskedLines,
} from '@palimpsest/engine';
import { previewPlan, type FitResult } from '@palimpsest/engine/history';
import { deterministicSummarizer } from '@palimpsest/summarizer';
import { countDropped } from './count-dropped.ts';
import { detachReferences } from './history/detach-references.ts';
import { type Stage, listCandidates } from './history/list-candidates.ts';
import { type ReductionScope, createScope } from './history/scope.ts';
import { type RecordPlan, recordPlanner } from './record/plan-record.ts';
import { countingRecallIds, withRecallIds } from './recall-ids.ts';
import type { extractiveServices } from './services.ts';
import type { extractiveSettings } from './settings.ts';
import { reductionWriter } from './write-reduction.ts';

type ExtractiveInput = StrategyInput<
  SettingsOf<typeof extractiveSettings>,
  undefined,
  typeof extractiveServices
>;

/** Maximum total length of messages that become one summary, in UTF-16 units. The summary has at most 400, a tenth of this. */
const MERGE_LENGTH = 4_000;

/**
 * If the target is missed anyway, an earlier, gentler stage is preferred if it needs at most this share of the target more than the last one.
 */
const MAX_EXCESS = 0.1;

/** Reduces old text, in the order of `listCandidates`, until the history fits. */
export async function planExtractive(given: ExtractiveInput): Promise<StrategyDecision> {
  const input: ExtractiveInput = { ...given, estimateTokens: countingRecallIds(given) };
  const { history, index, tailStart, isProtected, settings } = input;
  const { toolTaxonomy: taxonomy, classifier, redact, dedup } = input.services;
  const { signal } = input.context;
  const summarizer = chooseSummarizer(input);
  const writer = reductionWriter({ summarizer, redact, signal });
  const scope = createScope(index, {
    tailStart,
    answeredIndex: await answerWithin(input),
    isProtected,
    taxonomy,
    asked: await findAskedLines(input),
  });
  const candidates = listCandidates({
    scope,
    pipeline: {
      dedup: settings['compression.extractive.dedup'],
      nearDedup: settings['compression.extractive.nearDedup'],
      nearThreshold: settings['compression.extractive.nearThreshold'],
      mergeLength: MERGE_LENGTH,
      classifier,
      finder: dedup,
    },
    write: writer.write,
  });
  const inPlace = await input.fit(candidates, { estimateTokens: input.estimateTokens });
  const fit = await chooseResult(inPlace, input, scope);
  const modelCall = writer.hasCalledModel() ? { llmCallMade: true } : {};
  const noopReason = inPlace.plan.edits.size === 0 ? 'nothing-removable' : 'no-gain';
  // An edit that saves nothing would be repeated by the next compression.
  if (fit.tokens >= input.tokens) return { noopReason, ...modelCall };
  const plan = withRecallIds(detachReferences(fit.plan, scope), input);
  const tokensAfter = await given.estimateTokens(previewPlan(history, plan));
  return { plan, tokensAfter, noopReason, dropped: countDropped(history, plan), ...modelCall };
}

const SUMMARIZER = 'compression.extractive.summarizer';

/**
 * Returns the summarizer that the settings name, else the service.
 *
 * @throws {OptionError} when no summarizer has the name
 */
function chooseSummarizer({ settings, services }: ExtractiveInput): Summarizer {
  const name = settings[SUMMARIZER];
  if (name === undefined) return services.summarizer;
  if (name === 'deterministic') return deterministicSummarizer;
  const named = services.summarizers ?? {};
  if (Object.hasOwn(named, name)) return named[name]!;
  const known = ['deterministic', ...Object.keys(named)].join(', ');
  throw new OptionError(SUMMARIZER, name, `one of ${known}`);
}

/** Explains a shortfall: names what is preserved. */
export function explainShortfall({ history, tailStart, settings }: ExtractiveInput): string {
  const window = settings['compression.extractive.recencyWindow'];
  return `the newest ${history.length - tailStart} of ${history.length} entries stay unchanged (compression.extractive.recencyWindow ${window}), as do system and pinned entries, what people wrote in a record, and text shorter than a marker`;
}

/** Maximum share of the target for a record with the words of people as they were written: later compressions do not shorten them. */
const RECORD_SHARE = 0.5;

/**
 * Returns the first of these results that meets the target, else the smallest:
 *
 * 1. Reductions in place of data and assistant text (stages `data` and `agent`).
 * 2. A record of as few exchanges as possible, of at most half of the target: with the assistant's texts as they were written, then with
 *    summaries of them. It has a line for each call and the requested lines of results (`asked`), then only the line for each call (`lines`).
 * 3. Reductions in place of user text (the other stages).
 * 4. A record of any size, on top of these; if necessary, it only counts the calls (`counts`).
 */
async function chooseResult(
  inPlace: FitResult,
  input: ExtractiveInput,
  scope: ReductionScope,
): Promise<RecordPlan> {
  const { targetTokens } = input;
  if (!inPlace.stages.has('agent')) return inPlace;
  // The estimates below are not worth it for talk without an exchange.
  const hasCalls = input.index.exchanges.some(({ end }) => end < input.tailStart);
  if (!hasCalls) return await chooseStageResult(inPlace, targetTokens);
  const planRecord = recordPlanner(input, scope);
  const maxTokens = RECORD_SHARE * targetTokens;
  for (const stage of ['data', 'agent'] as const) {
    const base = await inPlace.stages.get(stage)!();
    for (const detail of ['asked', 'lines'] as const) {
      const recorded = await planRecord(base, { detail, maxTokens });
      if (recorded !== undefined && recorded.tokens <= targetTokens) return recorded;
      if (scope.asked.size === 0) break;
    }
  }
  if (inPlace.tokens <= targetTokens) return inPlace;
  for (const detail of ['asked', 'lines', 'counts'] as const) {
    const recorded = await planRecord(inPlace, { detail });
    if (recorded !== undefined && recorded.tokens <= targetTokens) return recorded;
  }
  const least = await chooseStageResult(inPlace, targetTokens);
  const recorded = await planRecord(least, { detail: 'counts' });
  return recorded !== undefined && recorded.tokens < least.tokens ? recorded : least;
}

/**
 * Returns the result of all stages. If it misses the target, returns an earlier one: the first of `data` and `agent` with at most a tenth of
 * the target more tokens than the last stage, else `remarks`, which keeps the directives.
 */
async function chooseStageResult(least: FitResult, targetTokens: number): Promise<RecordPlan> {
  if (least.tokens <= targetTokens) return least;
  const fitAt = async (stage: Stage): Promise<RecordPlan> => await least.stages.get(stage)!();
  for (const stage of ['data', 'agent'] as const) {
    const fit = await fitAt(stage);
    if (fit.tokens - least.tokens <= MAX_EXCESS * targetTokens) return fit;
  }
  return await fitAt('remarks');
}
