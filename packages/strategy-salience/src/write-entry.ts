import {
  formatGapMarker,
  parseGapMarker,
  type ContentBlock,
  type IContent,
  type ResultPart,
} from '@palimpsest/core-types';
import { hasContent, isReasoningOnly } from '@palimpsest/history';
import { render, type ParsedText } from '@palimpsest/salience';
import { isRecord } from './is-record.ts';
import { markOf, type CallTarget } from './target-of-call.ts';
import { writeResponse } from './write-response.ts';

/** How a part of an entry that may be reduced is written. */
export interface Writing {
  readonly block: number;
  readonly reading: ParsedText;
  readonly isKept: (unit: number) => boolean;
  /** Of a result: where in it this is written. */
  readonly part?: ResultPart | undefined;
  /** UTF-16 units of base64 that the text had beside what was read. */
  readonly saved?: number;
  /** Of a call: what it names in any case. */
  readonly target?: CallTarget | undefined;
  /** Of a call: whether the names of all arguments stay. @default false */
  readonly keepsNames?: boolean;
  /** Of a result: the id by which it can be recalled. */
  readonly id?: string | undefined;
  /** Of a result: members of JSON tell that it is a failure. */
  readonly isTold?: boolean;
}

const GAP = '…';

/** An entry with its parts reduced; the same entry where nothing is left out. Something is always left. */
export function writeEntry(entry: IContent, writings: readonly Writing[]): IContent {
  const blocks: (ContentBlock | undefined)[] = [...entry.blocks];
  const hasReasoning = keepsReasoning(entry, writings);
  for (let at = 0; at < writings.length;) {
    const { block: index } = writings[at]!;
    const from = at;
    while (writings[at]?.block === index) at += 1;
    const block = entry.blocks[index]!;
    const isGone = block.type === 'thinking' && !hasReasoning;
    blocks[index] = isGone ? undefined : writeBlock(block, writings.slice(from, at));
  }
  const left = blocks.filter((block) => block !== undefined);
  if (
    left.length === entry.blocks.length &&
    left.every((block, at) => block === entry.blocks[at])
  ) {
    return entry;
  }
  const speaks = left.some((block) => block.type !== 'thinking' && hasContent(block));
  if (speaks) return { ...entry, blocks: withoutEmptyTexts(left) };
  if (left.some(hasContent) && isReasoningOnly(entry)) return { ...entry, blocks: left };
  return {
    ...entry,
    blocks: [{ type: 'text', text: formatGapMarker(entry.blocks.length - left.length) }],
  };
}

/**
 * Returns whether the reasoning of an entry stays: all of it, or none. Providers refuse a turn of which some was taken out, and parts that they
 * encrypted have no words by which they could be chosen.
 */
function keepsReasoning({ blocks }: IContent, writings: readonly Writing[]): boolean {
  const thoughts = writings.filter(({ block }) => blocks[block]!.type === 'thinking');
  const said = thoughts.filter(({ reading }) => reading.source.trim() !== '');
  return (said.length > 0 ? said : thoughts).every(({ isKept }) => isKept(0));
}

/** What is said beside calls need not be marked where nothing of it is left. */
function withoutEmptyTexts(blocks: readonly ContentBlock[]): ContentBlock[] {
  const speaks = blocks.some(({ type }) => type === 'tool_call' || type === 'tool_response');
  return blocks.filter(
    (block) => !speaks || block.type !== 'text' || parseGapMarker(block.text) === undefined,
  );
}

/** Only results have several parts. */
function writeBlock(block: ContentBlock, writings: readonly Writing[]): ContentBlock | undefined {
  const [writing] = writings as [Writing];
  const { reading, isKept } = writing;
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
      return writeResponse(block, writings);
    case 'tool_call':
      return writeCall(block, writing);
    default:
      return block;
  }
}

function writeCall(
  block: Extract<ContentBlock, { type: 'tool_call' }>,
  { reading, isKept, target, keepsNames = false, saved = 0 }: Writing,
): ContentBlock {
  const { source, form } = reading;
  const length = source.length + saved;
  const isText = typeof block.parameters === 'string';
  if (form !== 'json') {
    // Arguments too short to be read by their members had nothing but base64 to give.
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

/** What a call was about stands first, in a few characters, where it is not kept. */
function withTarget(
  left: Readonly<Record<string, unknown>>,
  target: CallTarget | undefined,
): Readonly<Record<string, unknown>> {
  const { [GAP]: _count, ...members } = left;
  const missing = missingTarget(members, target);
  return missing === undefined ? members : { [missing.key]: missing.brief, ...members };
}

/** Returns the arguments that are left, and behind them the others with a mark for each value. */
function withNames(
  left: Readonly<Record<string, unknown>>,
  whole: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const named = Object.entries(whole)
    .filter(([name]) => name !== GAP)
    .map(([name, value]) => [name, Object.hasOwn(left, name) ? left[name] : markOf(value)]);
  return { ...left, ...(Object.fromEntries(named) as Readonly<Record<string, unknown>>) };
}

/** How a reduced record says how many members it lacks: behind all others. */
const COUNT = /,?"…":\d+\}$/;

/** The same of arguments that came as text: what is kept of them stands there as it was written, a number to its last digit. */
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

/** What a call was about, where that is not among what is kept. */
function missingTarget(
  members: Readonly<Record<string, unknown>>,
  target: CallTarget | undefined,
): { readonly key: string; readonly brief: string } | undefined {
  if (target?.brief === undefined || Object.hasOwn(members, target.key)) return undefined;
  return { key: target.key, brief: target.brief };
}
