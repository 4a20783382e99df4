import {
  runAtOnce,
  getRecallPrefixLength,
  findRecallId,
  type ReduceLimits,
  type ResultToReduce,
  type TokenEstimator,
  type ToolResponseBlock,
} from '@palimpsest/core-types';
import { createStrategy } from '@palimpsest/engine';
import { SHORT_RESULT_LENGTH, hasFailed, hasErrorFlag } from '@palimpsest/engine/tools';
import type { Dependencies } from './decide.ts';
import { measureProseRate } from './record/measure-prose-rate.ts';
import { findLargestFit } from './ranking/find-largest-fit.ts';
import { rankInSteps } from './ranking/rank.ts';
import type { Passage } from './ranking/unit-index.ts';
import { textsOfBlock } from './record/block-texts.ts';
import { writeResponse, type SelectedPart } from './rendering/write-response.ts';
import type { ParsedText } from './reading/parsed-text.ts';
import { failureUnits } from './required/failure-units.ts';
import { oddUnits } from './required/odd-lines.ts';
import { relevantUnits } from './required/relevant-units.ts';
import { salience } from './salience.ts';

/** The texts of a result that may be reduced, each with its passage in the ranking. */
interface ReducibleResult {
  readonly response: ToolResponseBlock;
  readonly parts: readonly (Omit<SelectedPart, 'isKept'> & { readonly passage: number })[];
}

/**
 * Reduces tool results to their most useful lines. They are valued by each other and by their calls, which stay. Returns them in order; an
 * unchanged one is the same object.
 */
export async function reduceResults(
  results: readonly ResultToReduce[],
  { maxTokens, estimateTokens, signal }: ReduceLimits,
  { taxonomy, parseCache, weights }: Omit<Dependencies, 'findDirectives'>,
): Promise<readonly ToolResponseBlock[]> {
  const passages: Passage[] = [];
  const rate = Math.max(0.001, await measureProseRate(estimateTokens));
  const reducible = results.map(({ call, response, originalId }, at): ReducibleResult => {
    const use = taxonomy.describe(call.name, call.parameters);
    const failed = hasFailed(taxonomy, use, response);
    const namesFile = use.paths.length > 0;
    const questions = textsOfBlock(call).map(({ source }) => source);
    for (const text of textsOfBlock(call)) {
      const reading = parseCache.read(text, text.source, 'readProse');
      passages.push({ reading, message: 2 * at, role: 'arguments', namesFile, isKept: true });
    }
    const required = (reading: ParsedText): readonly number[] => {
      const budget = { tokens: (RELEVANT_SHARE * maxTokens) / results.length, proseRate: rate };
      const relevant = runAtOnce(relevantUnits(questions, [{ reading }], budget));
      return [
        ...(failed ? failureUnits(reading) : []),
        ...oddUnits(reading, namesFile),
        ...[...relevant.values()].flatMap((units) => [...units]),
      ];
    };
    const parts = textsOfBlock(response).flatMap((text) => {
      const { part, saved } = text;
      // A result that was reduced before keeps its id.
      const source = text.source.slice(getRecallPrefixLength(text.source));
      const isPlain = failed && part?.type === 'text' && hasErrorFlag(response);
      const form = part?.type === 'media' ? 'parseAsOneUnit' : isPlain ? 'parseLines' : 'read';
      const reading = parseCache.read(text, source, form);
      const isFixed =
        part === undefined ||
        (part.type === 'json' && (part.isFixed === true || source === '')) ||
        (part.type === 'text' && source.length <= SHORT_RESULT_LENGTH);
      passages.push({
        reading,
        message: 2 * at + 1,
        role: 'result',
        namesFile,
        isKept: isFixed,
        costPerCharacter: rate,
        requiredUnits: isFixed ? [] : required(reading),
      });
      if (isFixed && saved === 0) return [];
      const id = findRecallId(response.result) === undefined ? originalId : undefined;
      const length = text.source.length + saved;
      return { part, reading, length, isWithoutData: saved > 0, id, passage: passages.length - 1 };
    });
    return { response, parts };
  });
  const ranking = runAtOnce(
    rankInSteps(passages, {
      reader: parseCache.reader,
      budget: maxTokens * OVERSHOOT,
      messages: 2 * results.length,
      lineShare: weights.lineShare.full,
      prose: Infinity,
      edited: { replaced: new Set(), written: new Set() },
      weights,
    }),
  );
  const { firstUnit } = ranking.unitIndex;
  const writtenAt = (count: number): readonly ToolResponseBlock[] =>
    reducible.map(({ response, parts }) => {
      const selected = parts.map((part) => ({
        ...part,
        isKept: (unit: number): boolean =>
          passages[part.passage]!.isKept === true ||
          ranking.selectionRanks[firstUnit[part.passage]! + unit]! < count,
      }));
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

/** Ranks more units than fit, so that the limit can be found. */
const OVERSHOOT = 1.2;
/** Maximum share of the limit for lines that hold what a call names. */
const RELEVANT_SHARE = 0.3;

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
