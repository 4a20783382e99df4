import {
  isMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
} from '@palimpsest/core-types';
import { isGeneratedContinuation } from '../entries/generated-entries.ts';
import type { CheckedResult, ResultInvariant } from './result-invariant.ts';

/**
 * An entry of the agent that remains is what the agent wrote. A model continues what it sees in its own voice: with calls whose arguments were
 * cut, models wrote new calls that ended in the mark of the cut, and files on disk contained it.
 */
export const lawOfVoice: ResultInvariant = {
  name: 'law-4-voice',
  guarantee:
    'No call of the agent differs from what it wrote, and a text of it stays or is replaced as a whole.',
  *find(result) {
    const { before, after } = result;
    const given = new Set<IContent>(before);
    const own = new Set<ContentBlock>();
    const calls = new Map<unknown, ToolCallBlock[]>();
    for (const { speaker, blocks } of before) {
      if (speaker !== 'ai') continue;
      for (const block of blocks) {
        own.add(block);
        if (block.type !== 'tool_call') continue;
        const sameId = calls.get(block.id);
        if (sameId === undefined) calls.set(block.id, [block]);
        else sameId.push(block);
      }
    }
    for (const [index, entry] of after.entries()) {
      if (entry.speaker !== 'ai' || given.has(entry) || isGeneratedContinuation(entry)) continue;
      const written = writtenFor(index, result);
      const texts: string[] = [];
      for (const block of entry.blocks) {
        if (own.has(block)) continue;
        if (block.type === 'text') texts.push(block.text);
        else if (block.type === 'code' && !written.includes(block.code)) {
          yield [index, 'code is not what the agent wrote'];
        } else if (block.type === 'tool_call') {
          const isSame = calls.get(block.id)?.some((call) => isSameCall(call, block)) === true;
          if (!isSame) yield [index, `the call ${block.name} is not what the agent wrote`];
        }
      }
      // A summary may stand in one text for the prose of several.
      if (texts.every((text) => isTold(text, written))) continue;
      if (!isTold(texts.join(BLANK_LINE), written)) {
        yield [index, 'a text is neither what the agent wrote nor a summary that says so'];
      }
    }
  },
};

/** A call may be another object, with equal arguments. */
function isSameCall(one: ToolCallBlock, other: ToolCallBlock): boolean {
  if (one.name !== other.name) return false;
  return one.parameters === other.parameters || isSameJson(one.parameters, other.parameters);
}

function isSameJson(one: unknown, other: unknown): boolean {
  try {
    const json = JSON.stringify(one);
    return json !== undefined && json === JSON.stringify(other);
  } catch {
    return false;
  }
}

/** Returns the texts and the code of the agent that an entry of the output stands for: of its sources, or of all if they are unknown. */
function writtenFor(index: number, { before, provenance }: CheckedResult): readonly string[] {
  const sources = provenance[index]?.sources.map((source) => before[source]) ?? before;
  return sources.flatMap((entry) =>
    entry?.speaker === 'ai'
      ? entry.blocks.flatMap((block) =>
          block.type === 'text' ? [block.text] : block.type === 'code' ? [block.code] : [],
        )
      : [],
  );
}

const BLANK_LINE = '\n\n';

/**
 * Returns whether a text is one that the agent wrote, several of them joined, or a replacement that says so. Code between replaced prose stays
 * as it was written.
 */
function isTold(text: string, written: readonly string[]): boolean {
  if (isMarker(text) || written.includes(text)) return true;
  const joined = written.join(BLANK_LINE);
  if (text === joined) return true;
  const paragraphs = text.split(BLANK_LINE);
  return (
    paragraphs.some(isMarker) &&
    paragraphs.every((paragraph) => isMarker(paragraph) || joined.includes(paragraph))
  );
}
