import {
  prependRecallId,
  soleText,
  withSoleText,
  type ToolResponseBlock,
} from '@palimpsest/core-types';

/** Returns a result of one text with the recall id of its original before it; any other result unchanged. */
export function withRecallId(response: ToolResponseBlock, id: string): ToolResponseBlock {
  const text = soleText(response.result);
  if (text === undefined) return response;
  return { ...response, result: withSoleText(response.result, prependRecallId(id, text)) };
}
