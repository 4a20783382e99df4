import {
  getRecallPrefixLength,
  replaceResultParts,
  resultParts,
  type ContentBlock,
  type IContent,
  type ResultPart,
  type ResultPath,
  type ToolResponseBlock,
} from '@palimpsest/core-types';

type TextOfResult = Extract<ResultPart, { readonly type: 'text' }>;

/** Maximum depth at which strings in JSON are found. */
const DEEPEST = 8;

/** Returns every text of a result with its path: text parts, without a recall id before them, and the strings in JSON parts that may change. */
export function listResultTexts({ result }: ToolResponseBlock): readonly TextOfResult[] {
  return resultParts(result).flatMap((part) => {
    if (part.type === 'text') return { ...part, text: withoutRecallId(part.text) };
    return part.type === 'json' && part.isFixed !== true
      ? [...stringsIn(part.value, part.path, DEEPEST)]
      : [];
  });
}

function withoutRecallId(text: string): string {
  return text.slice(getRecallPrefixLength(text));
}

function* stringsIn(value: unknown, path: ResultPath, depth: number): Generator<TextOfResult> {
  if (typeof value === 'string') yield { type: 'text', path, text: value };
  else if (typeof value === 'object' && value !== null && depth > 0 && !ArrayBuffer.isView(value)) {
    const members = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, member] of members) yield* stringsIn(member, [...path, key], depth - 1);
  }
}

/** Returns the text of a result with exactly one text and no media: a reference or a summary may replace it. */
export function getSoleText(block: ToolResponseBlock): string | undefined {
  const { result } = block;
  if (typeof result === 'string') return withoutRecallId(result);
  const texts = listResultTexts(block);
  const isAlone = texts.length === 1 && resultParts(result).every(({ type }) => type !== 'media');
  return isAlone ? texts[0]!.text : undefined;
}

/** Returns the tool result with the text of `getSoleText` replaced, and without a recall id before it; the structure around the text stays. */
export function withSoleText(block: ToolResponseBlock, text: string): ToolResponseBlock {
  const [part] = listResultTexts(block);
  if (part === undefined) return block;
  return { ...block, result: replaceResultParts(block.result, new Map([[part, text]])) };
}

/** Returns the entry with one of its tool results, by its 0-based number, replaced; the same entry if the result is the same. */
export function withResult(
  entry: IContent,
  responseIndex: number,
  replace: (block: ToolResponseBlock) => ToolResponseBlock,
): IContent {
  const block = responsesOf(entry)[responseIndex];
  const after = block && replace(block);
  if (after === undefined || after === block) return entry;
  return { ...entry, blocks: entry.blocks.map((each) => (each === block ? after : each)) };
}

export function responsesOf({ blocks }: IContent): ToolResponseBlock[] {
  return blocks.filter(isResponse);
}

export function isResponse(block: ContentBlock): block is ToolResponseBlock {
  return block.type === 'tool_response';
}
