import { ARGUMENTS, REASONING, RESULT, TEXT, USER, type UnitIndex } from './unit-index.ts';
import type { Occurrences } from '../value/statistics.ts';
import { TERM_KINDS, type TermKind } from '../words/term-kind.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Ranking } from './rank.ts';

/** Why a unit was selected: its strongest term at that moment, and where that term occurs. */
export interface SelectionReason {
  /** Rank of the unit, from 0. */
  readonly place: number;
  /** Marginal gain per character when it was selected; 0 if it only fills the remaining budget. */
  readonly density: number;
  /** Its strongest term. Absent if the line as a whole scored higher. */
  readonly atom?: { readonly text: string; readonly kind: TermKind };
  /** Roles that mentioned it, at any time. */
  readonly mentionedBy: readonly ('user' | 'model' | 'tool')[];
  /** Messages since its last mention; 1 for the newest message. */
  readonly messagesAgo: number;
  /** Whether a definition or an import contains it. */
  readonly inDefinition: boolean;
}

/** Explains why a unit was selected. Returns `undefined` for units that were not selected or always stay. */
export function explainUnit(
  { unitIndex, statistics, selectionRanks, reasons, scoresPerCharacter, order }: Ranking,
  vocabulary: Vocabulary,
  unit: number,
): SelectionReason | undefined {
  const place = selectionRanks[unit]!;
  if (place < 0 || place >= order.length) return undefined;
  const term = reasons[unit]!;
  const line = unitIndex.lineOf[unit]!;
  const common = { place, density: scoresPerCharacter[unit]! };
  if (term >= 0) {
    const name = unitIndex.termNames[term]!;
    return {
      ...common,
      atom: { text: vocabulary.text(name), kind: TERM_KINDS[vocabulary.kind(name)]! },
      ...mentionsOf(statistics.terms, term, unitIndex.messages),
    };
  }
  if (line >= 0) return { ...common, ...mentionsOf(statistics.lines, line, unitIndex.messages) };
  return { ...common, ...withoutMentions(unitIndex, unit) };
}

/** Returns the reason of a unit without a term or line of its own: only its age is known. */
export function withoutMentions(unitIndex: UnitIndex, unit: number): Mentions {
  const { message } = unitIndex.passages[unitIndex.passageOf[unit]!]!;
  return { mentionedBy: [], messagesAgo: unitIndex.messages - message, inDefinition: false };
}

type Mentions = Pick<SelectionReason, 'mentionedBy' | 'messagesAgo' | 'inDefinition'>;

function mentionsOf(mentions: Occurrences, number: number, messages: number): Mentions {
  const roles = mentions.roles[number]!;
  return {
    mentionedBy: [
      ...((roles & USER) === 0 ? [] : (['user'] as const)),
      ...((roles & (TEXT | ARGUMENTS | REASONING)) === 0 ? [] : (['model'] as const)),
      ...((roles & RESULT) === 0 ? [] : (['tool'] as const)),
    ],
    messagesAgo: messages - mentions.last[number]!,
    inDefinition: mentions.defined[number] === 1,
  };
}
