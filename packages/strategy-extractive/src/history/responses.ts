import type { ContentBlock, IContent, ToolResponseBlock } from '@palimpsest/core-types';
import { isLongerThan, resultText } from '@palimpsest/tool-taxonomy';

/** What a record may hold beside its text, in characters, and still be nothing but that text: an exit code, a duration. */
const BESIDE_TEXT = 200;

/** A result that a text can stand for: one that is text, or hardly anything else. */
export function textOfResult({ result }: ToolResponseBlock): string | undefined {
  if (typeof result === 'string') return result;
  const text = resultText(result);
  return text === undefined || isLongerThan(result, text.length + BESIDE_TEXT) ? undefined : text;
}

export function responsesOf({ blocks }: IContent): ToolResponseBlock[] {
  return blocks.filter(isResponse);
}

/** The entry with other responses, by their number from 0 on. */
export function withResponses(
  entry: IContent,
  responses: ReadonlyMap<number, ToolResponseBlock>,
): IContent {
  let next = 0;
  const blocks = entry.blocks.map((block) =>
    isResponse(block) ? (responses.get(next++) ?? block) : block,
  );
  return { ...entry, blocks };
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
