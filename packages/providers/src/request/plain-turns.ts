import type { IContent } from '@palimpsest/core-types';
import { ProviderOptionError } from '../provider-option-error.ts';

/** An entry with one text. */
export interface PlainTurn {
  readonly speaker: 'system' | 'human' | 'ai';
  readonly text: string;
}

/**
 * What is said in a request: entries without text are left out and neighbours of one speaker joined, as some chat templates ask roles
 * to alternate.
 *
 * @throws {ProviderOptionError} for entries and blocks that are no text: a model that writes summaries gets none
 */
export function plainTurns(contents: readonly IContent[]): PlainTurn[] {
  const turns: PlainTurn[] = [];
  for (const [index, entry] of contents.entries()) {
    const text = textOf(entry, index);
    if (text.trim() !== '') turns.push({ speaker: speakerOf(entry, index), text });
  }
  if (!turns.some(({ speaker }) => speaker !== 'system')) {
    const accepted = 'at least one `human` or `ai` entry that is not blank';
    throw new ProviderOptionError('contents', 'nothing a model could answer', accepted);
  }
  return joinTurns(turns);
}

function joinTurns(turns: readonly PlainTurn[]): PlainTurn[] {
  const runs: { readonly speaker: PlainTurn['speaker']; readonly texts: string[] }[] = [];
  for (const { speaker, text } of turns) {
    const last = runs.at(-1);
    if (last?.speaker === speaker) last.texts.push(text);
    else runs.push({ speaker, texts: [text] });
  }
  return runs.map(({ speaker, texts }) => ({ speaker, text: texts.join('\n\n') }));
}

const SPEAKERS = 'entries of `system`, `human` and `ai`';

function speakerOf({ speaker }: IContent, index: number): PlainTurn['speaker'] {
  if (speaker !== 'tool') return speaker;
  throw new ProviderOptionError(`contents[${index}]`, 'an entry of a tool', SPEAKERS);
}

/** Lone surrogates are replaced: JSON can hold them, and servers refuse it. */
function textOf({ blocks }: IContent, index: number): string {
  const texts: string[] = [];
  for (const block of blocks) {
    if (block.type === 'text') texts.push(block.text.toWellFormed());
    else if (block.type !== 'thinking') {
      const seen = `a block of type \`${block.type}\``;
      throw new ProviderOptionError(`contents[${index}]`, seen, 'text blocks');
    }
  }
  return texts.join('\n\n');
}

/** Turns as entries, for a codec to write. */
export function entriesOf(turns: readonly PlainTurn[]): IContent[] {
  return turns.map(({ speaker, text }) => ({ speaker, blocks: [{ type: 'text', text }] }));
}

/**
 * For protocols that know one instruction, which stands before everything, and where a human begins: later instructions become part of
 * what the human says.
 */
export function humanFirst(turns: readonly PlainTurn[]): {
  readonly system: PlainTurn | undefined;
  readonly rest: readonly PlainTurn[];
} {
  const start = turns[0]?.speaker === 'system' ? 1 : 0;
  const rest = turns
    .slice(start)
    .map(({ speaker, text }): PlainTurn => ({ speaker: speaker === 'ai' ? 'ai' : 'human', text }));
  if (rest[0]?.speaker === 'ai')
    rest.unshift({ speaker: 'human', text: '(earlier turns left out)' });
  return { system: start === 1 ? turns[0] : undefined, rest: joinTurns(rest) };
}
