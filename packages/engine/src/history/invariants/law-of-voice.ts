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
    let all: Written | undefined;
    for (const [index, entry] of after.entries()) {
      if (entry.speaker !== 'ai' || given.has(entry) || isGeneratedContinuation(entry)) continue;
      const sources = provenance[index]?.sources.map((source) => before[source]!);
      const written =
        sources === undefined
          ? (all ??= readWritten(own))
          : readWritten(sources.flatMap((source) => blocksOfAgent(source)));
      for (const block of entry.blocks) {
        if (known.has(block)) continue;
        if (block.type === 'code' && !written.texts.has(block.code)) {
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

/** Texts and code of the agent: each, and the lines of all, with a blank line between two and a line break at both ends. */
interface Written {
  readonly texts: ReadonlySet<string>;
  readonly lines: string;
}

function readWritten(blocks: readonly ContentBlock[]): Written {
  const texts = blocks.flatMap((block) =>
    block.type === 'text' ? block.text : block.type === 'code' ? block.code : [],
  );
  return { texts: new Set(texts), lines: `\n${texts.join('\n\n')}\n` };
}

/** A call may be another object, with equal arguments. */
function isSameCall(one: ToolCallBlock, other: ToolCallBlock): boolean {
  return (
    one.name === other.name && JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
  );
}

/**
 * Returns whether a text is one that the agent wrote, or a replacement that says so. Next to a marker, paragraphs of the agent stay: code between
 * replaced prose. Each is a run of whole lines.
 */
function isTold(text: string, { texts, lines }: Written): boolean {
  if (isMarker(text) || texts.has(text)) return true;
  const paragraphs = text.split('\n\n');
  if (!paragraphs.some(isMarker)) return lines === `\n${text}\n`;
  return paragraphs.every(
    (paragraph) => paragraph === '' || isMarker(paragraph) || lines.includes(`\n${paragraph}\n`),
  );
}
