import {
  formatGapMarker,
  isRecord,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
} from '@palimpsest/core-types';
import { hasContent, isReasoningOnly } from '@palimpsest/history';
import { render } from './render.ts';
import type { Part } from '../parts/parts.ts';
import { markerOf, type CallTarget } from '../parts/skeletons.ts';
import { writeResponse } from './write-response.ts';

/** An entry that may be reduced, with its parts. */
export interface ReducibleEntry {
  readonly index: number;
  readonly parts: readonly ReduciblePart[];
}

export interface ReduciblePart extends Part {
  /** Index of its passage in the ranking. */
  readonly passage: number;
  /** Of a call: the target it always keeps. */
  readonly target: CallTarget | undefined;
  /** Of a call: whether all argument names stay. */
  readonly keepsNames: boolean;
  /** Of a result: its recall id. */
  readonly id: string | undefined;
}

/** A part with the selection of its units. */
export interface SelectedPart extends ReduciblePart {
  readonly isKept: (unit: number) => boolean;
}

const GAP = '…';

/**
 * Returns an entry with reduced parts, or the same entry if nothing is omitted. The result is never empty.
 *
 * @param previous the entry before it in the input history; `undefined` for the first
 */
export function writeEntry(
  entry: IContent,
  selectedParts: readonly SelectedPart[],
  previous: IContent | undefined,
): IContent {
  const blocks: (ContentBlock | undefined)[] = [...entry.blocks];
  const hasReasoning = keepsReasoning(entry, selectedParts);
  for (let at = 0; at < selectedParts.length;) {
    const { block: index } = selectedParts[at]!;
    const from = at;
    while (selectedParts[at]?.block === index) at += 1;
    const block = entry.blocks[index]!;
    const isRemoved = block.type === 'thinking' && !hasReasoning;
    blocks[index] = isRemoved ? undefined : writeBlock(block, selectedParts.slice(from, at));
  }
  const left = blocks.filter((block) => block !== undefined);
  if (
    left.length === entry.blocks.length &&
    left.every((block, at) => block === entry.blocks[at])
  ) {
    return entry;
  }
  const speaks = left.some((block) => block.type !== 'thinking' && hasContent(block));
  // In formats of items, calls without a text would join the assistant message before them (law 6).
  const joinsPrevious = entry.speaker === 'ai' && previous?.speaker === 'ai';
  if (speaks) return { ...entry, blocks: joinsPrevious ? left : withoutEmptyTexts(left) };
  if (left.some(hasContent) && isReasoningOnly(entry)) return { ...entry, blocks: left };
  return {
    ...entry,
    blocks: [{ type: 'text', text: formatGapMarker(entry.blocks.length - left.length) }],
  };
}

/**
 * Returns whether an entry keeps its reasoning: all of it or none. Providers reject a turn with a part of it, and encrypted parts have no
 * text to select by.
 */
function keepsReasoning({ blocks }: IContent, selectedParts: readonly SelectedPart[]): boolean {
  const thoughts = selectedParts.filter(({ block }) => blocks[block]!.type === 'thinking');
  const said = thoughts.filter(({ reading }) => reading.source.trim() !== '');
  return (said.length > 0 ? said : thoughts).every(({ isKept }) => isKept(0));
}

/** A removed text next to calls needs no marker. */
function withoutEmptyTexts(blocks: readonly ContentBlock[]): ContentBlock[] {
  const speaks = blocks.some(({ type }) => type === 'tool_call' || type === 'tool_response');
  return blocks.filter(
    (block) => !speaks || block.type !== 'text' || parseGapMarker(block.text) === undefined,
  );
}

/** Only results have several parts. */
function writeBlock(
  block: ContentBlock,
  selectedParts: readonly SelectedPart[],
): ContentBlock | undefined {
  const [selectedPart] = selectedParts as [SelectedPart];
  const { reading, isKept } = selectedPart;
  const { source } = reading;
  switch (block.type) {
    case 'text': {
      const text = render(reading, isKept);
      return text.length < source.length ? { ...block, text } : block;
    }
    case 'code': {
      const code = render(reading, isKept);
      return code.length < source.length ? { ...block, code } : block;
    }
    case 'thinking':
      return block;
    case 'media':
      return isKept(0) ? block : undefined;
    case 'tool_response':
      return writeResponse(block, selectedParts);
    case 'tool_call':
      return writeCall(block, selectedPart);
    default:
      return block;
  }
}

function writeCall(
  block: ToolCallBlock,
  { reading, isKept, target, keepsNames, saved }: SelectedPart,
): ContentBlock {
  const { source, form } = reading;
  const length = source.length + saved;
  const isText = typeof block.parameters === 'string';
  if (form !== 'json') {
    // Arguments too short to parse by members contain only base64 data to remove.
    if (!isText) return saved > 0 ? { ...block, parameters: JSON.parse(source) as unknown } : block;
    const text = render(reading, isKept);
    return text.length < length ? { ...block, parameters: text } : block;
  }
  const text = render(reading, isKept, { strict: true });
  if (text === source && saved === 0) return block;
  const left: unknown = JSON.parse(text);
  if (isText) {
    const written = isRecord(left) ? textWithTarget(text, left, target) : text;
    return written.length < length ? { ...block, parameters: written } : block;
  }
  const names = keepsNames && isRecord(block.parameters) ? block.parameters : {};
  const parameters = isRecord(left) ? withNames(withTarget(left, target), names) : left;
  return JSON.stringify(parameters).length < length ? { ...block, parameters } : block;
}

/** Prepends the target of a call in a few characters if it is not kept. */
function withTarget(
  left: Readonly<Record<string, unknown>>,
  target: CallTarget | undefined,
): Readonly<Record<string, unknown>> {
  const { [GAP]: _count, ...members } = left;
  const missing = missingTarget(members, target);
  return missing === undefined ? members : { [missing.key]: missing.brief, ...members };
}

/** Returns the kept arguments, then the other names with a marker for each value. */
function withNames(
  left: Readonly<Record<string, unknown>>,
  whole: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const named = Object.entries(whole)
    .filter(([name]) => name !== GAP)
    .map(([name, value]) => [name, Object.hasOwn(left, name) ? left[name] : markerOf(value)]);
  return { ...left, ...(Object.fromEntries(named) as Readonly<Record<string, unknown>>) };
}

/** The trailing count of omitted members of a reduced record. */
const COUNT = /,?"…":\d+\}$/;

/** The same for arguments given as text: the kept part stays as written, with every digit of a number. */
function textWithTarget(
  text: string,
  left: Readonly<Record<string, unknown>>,
  target: CallTarget | undefined,
): string {
  const whole = text.replace(COUNT, '}');
  const missing = missingTarget(left, target);
  if (missing === undefined) return whole;
  const member = `${JSON.stringify(missing.key)}:${JSON.stringify(missing.brief)}`;
  return whole === '{}' ? `{${member}}` : `{${member},${whole.slice(1)}`;
}

/** Returns the target of a call if it is not among the kept units. */
function missingTarget(
  members: Readonly<Record<string, unknown>>,
  target: CallTarget | undefined,
): { readonly key: string; readonly brief: string } | undefined {
  if (target?.brief === undefined || Object.hasOwn(members, target.key)) return undefined;
  return { key: target.key, brief: target.brief };
}
