import type { UsageStats } from '@palimpsest/core-types';
import { countOf, fieldsOf, isFields, listOf, textOf, type Fields } from '../values.ts';
import type { AnswerFacts, Piece } from './protocol.ts';

/** A chunk of a chat completion, or the whole of one. */
export function readOpenAIEvent(event: Fields, facts: AnswerFacts): readonly Piece[] | undefined {
  if (!Array.isArray(event['choices']) && !isFields(event['usage'])) return undefined;
  facts.model = textOf(event['model']) ?? facts.model;
  facts.usage = readUsage(event['usage']) ?? facts.usage;
  const choice = listOf(event['choices'])
    .map(fieldsOf)
    .find(({ index = 0 }) => index === 0);
  if (choice === undefined) return [];
  const isWhole = isFields(choice['message']) && !isFields(choice['delta']);
  const message = fieldsOf(isWhole ? choice['message'] : choice['delta']);
  const reason = textOf(choice['finish_reason']);
  // A refusal stands beside an empty text, and ends with "stop" like every answer.
  const isRefused = textOf(message['refusal']) !== undefined || facts.finishReason === 'refusal';
  if (isRefused) facts.finishReason = 'refusal';
  else if (reason !== undefined) facts.finishReason = reason;
  if (isWhole) facts.isOver = true;
  const thought = textOf(message['reasoning_content']) ?? textOf(message['reasoning']);
  return [...(thought === undefined ? [] : [{ thought }]), ...readContent(message['content'])];
}

/** A text, or parts: some models give their reasoning as parts. */
function readContent(content: unknown): readonly Piece[] {
  const text = textOf(content);
  if (text !== undefined) return [{ text }];
  return listOf(content).flatMap((value): readonly Piece[] => {
    const part = fieldsOf(value);
    const said = textOf(part['text']);
    if (part['type'] === 'text' && said !== undefined) return [{ text: said }];
    if (part['type'] !== 'thinking') return [];
    return listOf(part['thinking']).flatMap((inner) => {
      const thought = textOf(fieldsOf(inner)['text']);
      return thought === undefined ? [] : [{ thought }];
    });
  });
}

function readUsage(value: unknown): UsageStats | undefined {
  const usage = fieldsOf(value);
  const prompt = countOf(usage['prompt_tokens']);
  const completion = countOf(usage['completion_tokens']);
  if (prompt === undefined && completion === undefined) return undefined;
  const cached = countOf(fieldsOf(usage['prompt_tokens_details'])['cached_tokens']);
  const reasoning = countOf(fieldsOf(usage['completion_tokens_details'])['reasoning_tokens']);
  const promptTokens = prompt ?? 0;
  const completionTokens = completion ?? 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: countOf(usage['total_tokens']) ?? promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}
