import {
  runAtOnce,
  getRecallPrefixLength,
  findRecallId,
  type ReduceLimits,
  type ResultPart,
  type ResultToReduce,
  type TokenEstimator,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { SHORT_RESULT_LENGTH, hasFailed, hasErrorFlag } from '@palimpsest/engine/tools';
import type { Dependencies } from './decide.ts';
import { measureProseRate } from '@palimpsest/engine/tokens';
import { findLargestFit } from './ranking/find-largest-fit.ts';
import { rankInSteps } from './ranking/rank.ts';
import type { Passage } from './ranking/unit-index.ts';
import { textsOfBlock } from './record/block-texts.ts';
import { writeResponse, type SelectedPart } from './rendering/write-response.ts';
import type { ParsedText } from './reading/parsed-text.ts';
import type { UnitBudget } from './required/asked-units.ts';
import { failureUnits } from './required/failure-units.ts';
import { oddUnits } from './required/odd-lines.ts';
import { relevantUnits } from './required/relevant-units.ts';
import { salience } from './salience.ts';
import type { EditedLines } from './value/values.ts';

/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.2;
/** Maximum share of the limit for lines that hold what a call names. */
const RELEVANT_SHARE = 0.3;
/** Without the history, no line is known to be edited later. */
const NO_EDITS: EditedLines = { replaced: new Set(), written: new Set() };

/**
 * Reduces tool results to their most useful lines. They are valued by each other and by their calls, which stay. Returns them in order; an
 * unchanged one is the same object.
 */
export async function reduceResults(
  results: readonly ResultToReduce[],
  { maxTokens, estimateTokens, signal }: ReduceLimits,
  { taxonomy, parseCache, weights }: Omit<Dependencies, 'findDirectives'>,
): Promise<readonly ToolResponseBlock[]> {
  const proseRate = await measureProseRate(estimateTokens);
  const budget = { tokens: (RELEVANT_SHARE * maxTokens) / results.length, proseRate };
  const reducible = results.map((result, at) =>
    readResult(result, 2 * at, { taxonomy, parseCache, budget }),
  );
  const passages = reducible.flatMap((each) => each.passages);
  const ranking = runAtOnce(
    rankInSteps(passages, {
      reader: parseCache.reader,
      budget: maxTokens * OVERSHOOT,
      // Each call, and its result.
      messages: 2 * results.length,
      lineShare: weights.lineShare,
      // None of the texts is prose of the agent.
      prose: Infinity,
      edited: NO_EDITS,
      weights,
    }),
  );
  const firstUnits = new Map(passages.map((each, at) => [each, ranking.unitIndex.firstUnit[at]!]));
  const writtenAt = (count: number): readonly ToolResponseBlock[] =>
    reducible.map(({ response, parts }) => {
      const selected = parts.map((part) => {
        const { isKept } = part.passage;
        const first = firstUnits.get(part.passage)!;
        const isSelected = (unit: number): boolean =>
          isKept === true || ranking.selectionRanks[first + unit]! < count;
        return { ...part, isKept: isSelected };
      });
      return writeResponse(response, selected);
    });
  const tokensAt = async (count: number): Promise<number> => {
    signal?.throwIfAborted();
    let tokens = 0;
    for (const block of writtenAt(count)) tokens += await estimateTokens([entryOf(block)]);
    return tokens;
  };
  return writtenAt(await findLargestFit(ranking, tokensAt, maxTokens));
}

/** A text of a result that may be reduced, with its passage in the ranking. */
type ReduciblePart = Omit<SelectedPart, 'isKept'> & { readonly passage: Passage };

interface ReducibleResult {
  readonly response: ToolResponseBlock;
  /** The texts of its call, which stay, and its own. */
  readonly passages: readonly Passage[];
  readonly parts: readonly ReduciblePart[];
}

/** @param message index of the call among the messages of the ranking; the next one is the result */
function readResult(
  { call, response, originalId }: ResultToReduce,
  message: number,
  {
    taxonomy,
    parseCache,
    budget,
  }: Pick<Dependencies, 'taxonomy' | 'parseCache'> & { readonly budget: UnitBudget },
): ReducibleResult {
  const use = taxonomy.describe(call.name, call.parameters);
  const namesFile = use.paths.length > 0;
  const isFailed = hasFailed(taxonomy, use, response);
  const args = textsOfBlock(call);
  const questions = args.map(({ source }) => source);
  const requiredOf = (parsed: ParsedText): readonly number[] => {
    const relevant = runAtOnce(relevantUnits(questions, [{ parsed }], budget));
    return [
      ...(isFailed ? failureUnits(parsed) : []),
      ...oddUnits(parsed, namesFile),
      ...[...relevant.values()].flatMap((units) => [...units]),
    ];
  };
  // A result that was reduced before keeps its id.
  const id = findRecallId(response.result) === undefined ? originalId : undefined;
  const parts = textsOfBlock(response).map((text): ReduciblePart => {
    const { part, saved } = text;
    const source = text.source.slice(getRecallPrefixLength(text.source));
    // A flag says that the call failed: no member of the text must say it, so a JSON text is read as it is.
    const isPlain = part?.type === 'text' && hasErrorFlag(response);
    const form = part?.type === 'media' ? 'parseAsOneUnit' : isPlain ? 'parseLines' : 'read';
    const parsed = parseCache.read(text, source, form);
    const isKept = staysWhole(part, source);
    const passage: Passage = {
      parsed,
      message: message + 1,
      role: 'result',
      namesFile,
      isKept,
      costPerCharacter: budget.proseRate,
      requiredUnits: isKept ? [] : requiredOf(parsed),
    };
    const length = text.source.length + saved;
    return { part, parsed, length, isWithoutData: saved > 0, id, passage };
  });
  const ofCall = args.map((text): Passage => {
    const parsed = parseCache.read(text, text.source, 'readProse');
    return { parsed, message, role: 'arguments', namesFile, isKept: true };
  });
  return {
    response,
    passages: [...ofCall, ...parts.map(({ passage }) => passage)],
    parts: parts.filter(({ passage, isWithoutData }) => passage.isKept !== true || isWithoutData),
  };
}

/** Returns whether all units of a part stay. */
function staysWhole(part: ResultPart | undefined, source: string): boolean {
  if (part === undefined) return true;
  if (part.type === 'json') return part.isFixed === true || source === '';
  return part.type === 'text' && source.length <= SHORT_RESULT_LENGTH;
}

function entryOf(block: ToolResponseBlock) {
  return { speaker: 'tool', blocks: [block] } as const;
}

/**
 * Returns a text reduced to its most useful lines; the text itself if it fits, or is no longer than its reduction.
 *
 * @param maxTokens maximum tokens of the text, by `estimateTokens`
 */
export async function reduceText(
  text: string,
  {
    maxTokens,
    estimateTokens,
  }: { readonly maxTokens: number; readonly estimateTokens: TokenEstimator },
): Promise<string> {
  const call = { type: 'tool_call', id: 'text', name: 'text', parameters: {} } as const;
  const response = {
    type: 'tool_response',
    callId: call.id,
    toolName: call.name,
    result: text,
  } as const;
  const tokensOf = async (block: ToolResponseBlock): Promise<number> =>
    await estimateTokens([entryOf(block)]);
  const empty = await tokensOf({ ...response, result: '' });
  const before = await tokensOf(response);
  if (before - empty <= maxTokens) return text;
  const limits = { maxTokens: maxTokens + empty, estimateTokens };
  const [reduced] = await createStrategy(salience).reduceResults!([{ call, response }], limits);
  const result = reduced?.result;
  return typeof result === 'string' && result.length < text.length ? result : text;
}
