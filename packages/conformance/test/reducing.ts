import {
  formatGapMarker,
  replaceBinaryText,
  formatToolSummary,
  withSoleText,
  type ContentBlock,
  type IContent,
} from '@palimpsest/core-types';
import {
  humanTextLength,
  indexExchanges,
  isGapMarker,
  isHumanText,
  isReasoningOnly,
  safeCuts,
} from '@palimpsest/history';
import type { Edit } from './planted.ts';

/** Length in characters above which the strategies below may reduce user text early. */
export const LONG = 2_000;

/** A defect: content left although user text is reduced, or the newest user text lost. */
export type Flaw =
  | 'leaves AI texts'
  | 'leaves thinking'
  | 'leaves results'
  | 'drops the newest long human text'
  | 'reduces the newest human text';

/** Returns the start of the newest whole exchange. */
export function newestStart(history: readonly IContent[]): number {
  return safeCuts(indexExchanges(history)).atOrBefore(history.length - 1);
}

/** Reduces everything before the newest exchange to markers, including user text, and removes no entry. */
export function reducing(flaw?: Flaw): Edit {
  return (history) => {
    const boundary = newestStart(history);
    const newest = history.findLastIndex(isHumanText);
    return history.flatMap((entry, index) => {
      const { speaker, metadata = {} } = entry;
      const isKept = speaker === 'system' || Object.keys(metadata).length > 0 || index >= boundary;
      // As reduced user text, a notice would count as the newest user text.
      const isNotice = speaker === 'human' && !isHumanText(entry);
      if (isKept || isNotice) return [[entry, index] as const];
      const isLong = humanTextLength(entry) > LONG;
      if (speaker === 'human') {
        if (index === newest && isLong && flaw === 'drops the newest long human text') return [];
        const isLeft = !isLong && index === newest && flaw !== 'reduces the newest human text';
        if (isLeft) return [[entry, index] as const];
        const left = reduced(entry, 9);
        // A marker alone would lose the request.
        const isMute = index === newest && flaw !== 'reduces the newest human text';
        return [[isMute && isGapMarker(left) ? begun(entry) : left, index] as const];
      }
      if (isReasoningOnly(entry) && flaw !== 'leaves thinking') {
        return [[unthought(entry), index] as const];
      }
      return [[reduced(entry, 250, flaw), index] as const];
    });
  };
}

/** Returns the beginning of a text, with a gap marker for the rest. */
function begun(entry: IContent): IContent {
  const [block] = entry.blocks;
  const text = block?.type === 'text' ? block.text.trim() : '';
  const beginning = text
    .slice(0, 99)
    .replaceAll(/[\s`~]+/g, ' ')
    .toWellFormed();
  return { ...entry, blocks: [{ type: 'text', text: `${beginning}\n${formatGapMarker(1)}` }] };
}

/** Replaces an entry of reasoning by a marker, so that its neighbors do not become adjacent. Short reasoning stays. */
function unthought(entry: IContent): IContent {
  const length = entry.blocks.reduce(
    (sum, block) => sum + (block.type === 'thinking' ? block.thought.length : 0),
    0,
  );
  return length > 24 ? { ...entry, blocks: [{ type: 'text', text: formatGapMarker(1) }] } : entry;
}

function reduced(entry: IContent, length: number, flaw?: Flaw): IContent {
  const blocks = entry.blocks.flatMap((block) =>
    entry.speaker === 'ai' && block.type === 'code' ? [block] : reduceBlock(block, length, flaw),
  );
  const isSame =
    blocks.length === entry.blocks.length &&
    blocks.every((block, at) => block === entry.blocks[at]);
  return isSame ? entry : { ...entry, blocks };
}

function reduceBlock(block: ContentBlock, length: number, flaw: Flaw | undefined): ContentBlock[] {
  switch (block.type) {
    case 'thinking':
      return flaw === 'leaves thinking' ? [block] : [];
    case 'text':
      if (block.text.length <= length || flaw === 'leaves AI texts') return [block];
      return [{ ...block, text: formatGapMarker(1) }];
    case 'code':
      return block.code.length <= length ? [block] : [{ ...block, code: formatGapMarker(1) }];
    case 'tool_response': {
      const { result } = block;
      if (sizeOf(result) <= 1_200 || flaw === 'leaves results') return [block];
      // Every result is treated like a failure: its last line stays readable.
      const last = typeof result === 'string' ? result.trimEnd().split('\n').at(-1)! : '';
      const kept = replaceBinaryText(last.trim()).slice(0, 200).toWellFormed();
      if (typeof result === 'string')
        return [{ ...block, result: `${formatGapMarker(9)}\n${kept}` }];
      // A structured result keeps its type, and one line replaces its content.
      const status = block.isError === true || block.error !== undefined ? 'error' : 'success';
      const line = formatToolSummary({ tool: block.toolName, status, excerpt: excerptOf(result) });
      return [{ ...block, result: withSoleText(result, line) }];
    }
    default:
      return [block];
  }
}

/** The last characters of the JSON of a result. */
function excerptOf(result: unknown): string[] {
  const texts = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? replaceBinaryText(value) : value,
  );
  return [texts.slice(-200).toWellFormed()];
}

function sizeOf(value: unknown): number {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length;
}
