import type { UsageStats } from '@palimpsest/core-types';
import { countOf, fieldsOf, isFields, listOf, textOf, type Fields } from '../values.ts';
import type { AnswerFacts, Piece } from './protocol.ts';

/** A response of `streamGenerateContent`; each holds the next parts. */
export function readGeminiEvent(event: Fields, facts: AnswerFacts): readonly Piece[] | undefined {
  const { candidates, promptFeedback, usageMetadata } = event;
  const isKnown = Array.isArray(candidates) || isFields(promptFeedback) || isFields(usageMetadata);
  if (!isKnown) return undefined;
  facts.model = textOf(event['modelVersion']) ?? facts.model;
  facts.usage = readUsage(usageMetadata) ?? facts.usage;
  const [candidate] = listOf(candidates).map(fieldsOf);
  // A prompt that is refused has no candidate.
  facts.finishReason =
    textOf(candidate?.['finishReason']) ??
    textOf(fieldsOf(promptFeedback)['blockReason']) ??
    facts.finishReason;
  return listOf(fieldsOf(candidate?.['content'])['parts']).flatMap(readPart);
}

function readPart(value: unknown): readonly Piece[] {
  const part = fieldsOf(value);
  const text = textOf(part['text']);
  if (part['thought'] !== true) return text === undefined ? [] : [{ text }];
  const signature = textOf(part['thoughtSignature']);
  if (text === undefined && signature === undefined) return [];
  return [{ thought: text ?? '', ...(signature === undefined ? {} : { signature }) }];
}

/** Thoughts are counted beside the answer; they cost the same. */
function readUsage(value: unknown): UsageStats | undefined {
  const usage = fieldsOf(value);
  const prompt = countOf(usage['promptTokenCount']);
  const tool = countOf(usage['toolUsePromptTokenCount']);
  const thoughts = countOf(usage['thoughtsTokenCount']);
  const cached = countOf(usage['cachedContentTokenCount']);
  const answer = countOf(usage['candidatesTokenCount']);
  if (prompt === undefined && answer === undefined) return undefined;
  const promptTokens = (prompt ?? 0) + (tool ?? 0);
  const completionTokens = (answer ?? 0) + (thoughts ?? 0);
  return {
    promptTokens,
    completionTokens,
    totalTokens: countOf(usage['totalTokenCount']) ?? promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(thoughts === undefined ? {} : { reasoningTokens: thoughts }),
    ...(tool === undefined ? {} : { toolTokens: tool }),
  };
}
