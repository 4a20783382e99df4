import { isMarker, type IContent } from '@palimpsest/core-types';
import { clauseSpans, LONGEST_DIRECTIVE } from './clause-spans.ts';
import { ENGLISH_PERMISSION, ENGLISH_STATEMENT } from './cues/english-list-headings.ts';
import type { Directive, RequirementLevel } from './directive.ts';
import { isQuestion, judgeSentence } from './judge-sentence.ts';
import { authoredSentences } from './authored-sentences.ts';

const LETTER = /\p{L}/u;

/**
 * Returns the sentences of a text that bind its reader: prohibitions, obligations, restrictions, wishes about the work, preferences. In
 * order, not overlapping. Items of a list bind if the line above it does. Of a sentence over 500 UTF-16 units, returns the clauses that
 * bind. Skips code, logs, quotations and reports. Linear in the text.
 */
export function findDirectives(text: string): Directive[] {
  const directives: Directive[] = [];
  for (const { start, end, listLevel } of authoredSentences(text)) {
    const parts =
      end - start > LONGEST_DIRECTIVE ? clauseSpans(text, { start, end }) : [{ start, end }];
    for (const span of parts) {
      const part = text.slice(span.start, span.end);
      const level = levelOf(part, listLevel);
      if (level !== undefined) directives.push({ text: part, ...span, level });
    }
  }
  return directives;
}

/**
 * Returns the directives of a user entry, over its text blocks in order; offsets are within the block. Entries of other speakers,
 * generated entries (`metadata.synthetic`) and markers have none.
 */
export function directivesIn(entry: IContent): Directive[] {
  if (entry.speaker !== 'human' || entry.metadata?.synthetic === true) return [];
  return entry.blocks.flatMap((block) =>
    block.type === 'text' && !isMarker(block.text) ? findDirectives(block.text) : [],
  );
}

/** Returns the level of a part of a sentence. `listLevel` is what the line or heading above gives to the items of its list. */
function levelOf(
  part: string,
  listLevel: RequirementLevel | undefined,
): RequirementLevel | undefined {
  const own = judgeSentence(part);
  if (listLevel === undefined || isQuestion(part) || !LETTER.test(part)) return own;
  const isTip = listLevel === 'should' || listLevel === 'prefer';
  if (
    own === undefined &&
    (ENGLISH_PERMISSION.test(part) || (isTip && ENGLISH_STATEMENT.test(part)))
  )
    return undefined;
  return listLevel === 'must-not' ? listLevel : (own ?? listLevel);
}
