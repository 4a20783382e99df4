import {
  isMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
} from '@palimpsest/core-types';
import { isGeneratedContinuation } from '../entries/generated-entries.ts';
import type { CheckedResult, ResultInvariant } from './result-invariants.ts';

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
    const own = before.flatMap(({ speaker, blocks }) => (speaker === 'ai' ? blocks : []));
    const known = new Set<ContentBlock>(own);
    for (const [index, entry] of after.entries()) {
      if (entry.speaker !== 'ai' || given.has(entry) || isGeneratedContinuation(entry)) continue;
      const written = writtenFor(index, result);
      for (const block of entry.blocks) {
        if (known.has(block)) continue;
        if (block.type === 'code' && !written.includes(block.code)) {
          yield [index, 'code is not what the agent wrote'];
        } else if (block.type === 'text' && !isTold(block.text, written)) {
          yield [index, 'a text is neither what the agent wrote nor a summary that says so'];
        } else if (block.type === 'tool_call' && !own.some((call) => isSameCall(call, block))) {
          yield [index, `the call ${block.name} is not what the agent wrote`];
        }
      }
    }
  },
};

/** A call may be another object, with equal arguments. */
function isSameCall(one: ContentBlock, other: ToolCallBlock): boolean {
  return (
    one.type === 'tool_call' &&
    one.id === other.id &&
    one.name === other.name &&
    JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
  );
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

/** Returns whether a text is one that the agent wrote, or a replacement that says so. Code between replaced prose stays as it was written. */
function isTold(text: string, written: readonly string[]): boolean {
  if (isMarker(text) || written.includes(text)) return true;
  const joined = written.join(BLANK_LINE);
  const paragraphs = text.split(BLANK_LINE);
  return (
    text === joined ||
    (paragraphs.some(isMarker) &&
      paragraphs.every((paragraph) => isMarker(paragraph) || joined.includes(paragraph)))
  );
}
