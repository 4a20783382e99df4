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
    const own = before.flatMap(({ speaker, blocks }) => (speaker === 'ai' ? blocks : []));
    const known = new Set<ContentBlock>(own);
    const calls = own.filter((block) => block.type === 'tool_call');
    const callsOfId = Map.groupBy(calls, ({ id }) => id);
    let all: Written | undefined;
    for (const [index, entry] of after.entries()) {
      if (entry.speaker !== 'ai' || given.has(entry) || isGeneratedContinuation(entry)) continue;
      const sources = provenance[index]?.sources.map((source) => before[source]);
      const written = sources === undefined ? (all ??= readWritten(before)) : readWritten(sources);
      for (const block of entry.blocks) {
        if (known.has(block)) continue;
        if (block.type === 'code' && !written.texts.has(block.code)) {
          yield [index, 'code is not what the agent wrote'];
        } else if (block.type === 'text' && !isTold(block.text, written)) {
          yield [index, 'a text is neither what the agent wrote nor a summary that says so'];
        } else if (
          block.type === 'tool_call' &&
          !callsOfId.get(block.id)?.some((call) => isSameCall(call, block))
        ) {
          yield [index, `the call ${block.name} is not what the agent wrote`];
        }
      }
    }
  },
};

/** A call may be another object, with equal arguments. */
function isSameCall(one: ToolCallBlock, other: ToolCallBlock): boolean {
  return (
    one.name === other.name && JSON.stringify(one.parameters) === JSON.stringify(other.parameters)
  );
}

/** The texts and the code of the agent in some entries, alone and joined by blank lines. */
interface Written {
  readonly texts: ReadonlySet<string>;
  readonly joined: string;
}

function readWritten(entries: readonly (IContent | undefined)[]): Written {
  const texts = entries.flatMap((entry) =>
    entry?.speaker === 'ai'
      ? entry.blocks.flatMap((block) =>
          block.type === 'text' ? [block.text] : block.type === 'code' ? [block.code] : [],
        )
      : [],
  );
  return { texts: new Set(texts), joined: texts.join(BLANK_LINE) };
}

const BLANK_LINE = '\n\n';

/** Returns whether a text is one that the agent wrote, or a replacement that says so. Code between replaced prose stays as it was written. */
function isTold(text: string, { texts, joined }: Written): boolean {
  if (isMarker(text) || texts.has(text)) return true;
  const paragraphs = text.split(BLANK_LINE);
  return (
    text === joined ||
    (paragraphs.some(isMarker) &&
      paragraphs.every((paragraph) => isMarker(paragraph) || joined.includes(paragraph)))
  );
}
