import {
  isMarker,
  type ContentBlock,
  type IContent,
  type ToolCallBlock,
} from '@palimpsest/core-types';
import { isGeneratedContinuation } from '../entries/generated-entries.ts';
import type { ResultInvariant } from './result-invariants.ts';

/**
 * An entry of the agent that remains is what the agent wrote. A model continues what it sees in its own voice: with calls whose arguments were
 * cut, models wrote new calls that ended in the mark of the cut, and files on disk contained it.
 */
export const lawOfVoice: ResultInvariant = {
  name: 'law-4-voice',
  guarantee:
    'No call of the agent differs from what it wrote, and a text of it stays or is replaced as a whole.',
  *find({ before, after, provenance }) {
    const given = new Set<IContent>(before);
    const own = before.flatMap(blocksOfAgent);
    const known = new Set<ContentBlock>(own);
    const calls = Map.groupBy(
      own.filter((block) => block.type === 'tool_call'),
      ({ id }) => id,
    );
    let all: readonly string[] | undefined;
    for (const [index, entry] of after.entries()) {
      if (entry.speaker !== 'ai' || given.has(entry) || isGeneratedContinuation(entry)) continue;
      const sources = provenance[index]?.sources.map((source) => before[source]!);
      const written =
        sources === undefined
          ? (all ??= textsOf(own))
          : textsOf(sources.flatMap((source) => blocksOfAgent(source)));
      for (const block of entry.blocks) {
        if (known.has(block)) continue;
        if (block.type === 'code' && !written.includes(block.code)) {
          yield [index, 'code is not what the agent wrote'];
        } else if (block.type === 'text' && !isTold(block.text, written)) {
          yield [index, 'a text is neither what the agent wrote nor a summary that says so'];
        } else if (
          block.type === 'tool_call' &&
          calls.get(block.id)?.some((call) => isSameCall(call, block)) !== true
        ) {
          yield [index, `the call ${block.name} is not what the agent wrote`];
        }
      }
    }
  },
};

function blocksOfAgent({ speaker, blocks }: IContent): readonly ContentBlock[] {
  return speaker === 'ai' ? blocks : [];
}

function textsOf(blocks: readonly ContentBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === 'text' ? block.text : block.type === 'code' ? block.code : [],
  );
}

/** A call may be another object, with equal arguments. */
function isSameCall(one: ToolCallBlock, other: ToolCallBlock): boolean {
  return (
    one.name === other.name && JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
  );
}

/** Returns whether a text is one that the agent wrote, or a replacement that says so. Code between replaced prose stays as it was written. */
function isTold(text: string, written: readonly string[]): boolean {
  if (isMarker(text) || written.includes(text)) return true;
  const joined = written.join('\n\n');
  if (text === joined) return true;
  const paragraphs = text.split('\n\n');
  const others = paragraphs.filter((paragraph) => !isMarker(paragraph));
  return others.length < paragraphs.length && others.every((each) => joined.includes(each));
}
