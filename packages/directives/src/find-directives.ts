import { isMarker, type IContent } from '@palimpsest/core-types';
import type { Span } from '@palimpsest/text';
import { clauseSpans, LONGEST_DIRECTIVE } from './clause-spans.ts';
import { ENGLISH_PERMISSION, ENGLISH_STATEMENT } from './cues/english-openers.ts';
import type { Directive, RequirementLevel } from './directive.ts';
import { isQuestion, judgeSentence } from './judge-sentence.ts';
import { saidSentences } from './said-sentences.ts';

const LETTER = /\p{L}/u;

/**
 * Sentences of a text that bind whoever is asked: prohibitions, obligations, restrictions, wishes about the work, preferences; in order,
 * not overlapping. Items of a list bind where the line above it does. Of a sentence of more than 500 UTF-16 units the clauses that bind
 * are given. Code, logs, quotations and reports are not read. Linear in the text.
 */
export function findDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  for (const { start, end, bound } of saidSentences(text)) {
    const parts =
      end - start > LONGEST_DIRECTIVE ? clauseSpans(text, { start, end }) : [{ start, end }];
    for (const part of parts) {
      const level = levelOf(text, part, bound);
      if (level !== undefined)
        directives.push({ text: text.slice(part.start, part.end), ...part, level });
    }
  }
  return directives;
}

/**
 * The directives of an entry that a person wrote, over its text blocks in order; offsets are those in the block. Entries of other
 * speakers, entries that were made (`metadata.synthetic`), and texts that are marks for what was taken out have none.
 */
export function directivesIn(entry: IContent): Directive[] {
  if (entry.speaker !== 'human' || entry.metadata?.synthetic === true) return [];
  return entry.blocks.flatMap((block) =>
    block.type === 'text' && !isMarker(block.text) ? findDirectives(block.text) : [],
  );
}

function levelOf(
  text: string,
  { start, end }: Span,
  bound: RequirementLevel | undefined,
): RequirementLevel | undefined {
  const own = judgeSentence(text, start, end);
  if (bound === undefined) return own;
  const said = text.slice(start, end);
  if (isQuestion(said) || !LETTER.test(said)) return own;
  const isTip = bound === 'should' || bound === 'prefer';
  if (
    own === undefined &&
    (ENGLISH_PERMISSION.test(said) || (isTip && ENGLISH_STATEMENT.test(said)))
  )
    return undefined;
  return bound === 'must-not' ? bound : (own ?? bound);
}
