import type { UsageStats } from '@palimpsest/core-types';
import { countOf, fieldsOf, isFields, listOf, textOf, type Fields } from '../values.ts';
import type { AnswerFacts, Piece } from './protocol.ts';

/** An event of a message stream, or the whole of a message. */
export function readAnthropicEvent(
  event: Fields,
  facts: AnswerFacts,
): readonly Piece[] | undefined {
  switch (event['type']) {
    case 'message_start':
      noteMessage(fieldsOf(event['message']), facts);
      return [];
    case 'content_block_start':
      return readBlock(event['content_block']);
    case 'content_block_delta':
      return readDelta(fieldsOf(event['delta']));
    case 'message_delta':
      noteEnd(fieldsOf(event['delta']), event['usage'], facts);
      return [];
    case 'message_stop':
      facts.isOver = true;
      return [];
    case 'content_block_stop':
    case 'ping':
      return [];
    case 'message':
      noteMessage(event, facts);
      noteEnd(event, event['usage'], facts);
      facts.isOver = true;
      return listOf(event['content']).flatMap(readBlock);
    default:
      return undefined;
  }
}

function readBlock(value: unknown): readonly Piece[] {
  const block = fieldsOf(value);
  const data = textOf(block['data']);
  if (block['type'] === 'redacted_thinking' && data !== undefined) {
    return [{ thought: '', encryptedContent: data }];
  }
  if (block['type'] === 'thinking') return readThought(block);
  return block['type'] === 'text' ? readText(block) : [];
}

function readDelta(delta: Fields): readonly Piece[] {
  switch (delta['type']) {
    case 'text_delta':
      return readText(delta);
    case 'thinking_delta':
    case 'signature_delta':
      return readThought(delta);
    default:
      return [];
  }
}

function readText(part: Fields): readonly Piece[] {
  const text = textOf(part['text']);
  return text === undefined ? [] : [{ text }];
}

function readThought(part: Fields): readonly Piece[] {
  const thought = textOf(part['thinking']);
  const signature = textOf(part['signature']);
  if (thought === undefined && signature === undefined) return [];
  return [{ thought: thought ?? '', ...(signature === undefined ? {} : { signature }) }];
}

function noteMessage(message: Fields, facts: AnswerFacts): void {
  facts.model = textOf(message['model']) ?? facts.model;
  noteUsage(message['usage'], facts);
}

function noteEnd(delta: Fields, usage: unknown, facts: AnswerFacts): void {
  facts.finishReason = textOf(delta['stop_reason']) ?? facts.finishReason;
  noteUsage(usage, facts);
}

/** Counts are totals so far; an event that leaves one out does not change it. Tokens of the cache are not among the input's. */
function noteUsage(value: unknown, facts: AnswerFacts): void {
  if (!isFields(value)) return;
  const before = facts.usage;
  const created = countOf(value['cache_creation_input_tokens']) ?? before?.cacheCreationTokens;
  const cached = countOf(value['cache_read_input_tokens']) ?? before?.cachedTokens;
  const input = countOf(value['input_tokens']);
  const promptTokens =
    input === undefined ? (before?.promptTokens ?? 0) : input + (created ?? 0) + (cached ?? 0);
  const completionTokens = countOf(value['output_tokens']) ?? before?.completionTokens ?? 0;
  const usage: UsageStats = {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cached === undefined ? {} : { cachedTokens: cached, cache_read_input_tokens: cached }),
    ...(created === undefined
      ? {}
      : { cacheCreationTokens: created, cache_creation_input_tokens: created }),
  };
  facts.usage = usage;
}
