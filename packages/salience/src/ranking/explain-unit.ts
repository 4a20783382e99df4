import { ARGUMENTS, REASONING, RESULT, TEXT, USER } from '../passage.ts';
import type { Occurrences } from '../value/statistics.ts';
import { TERM_KINDS, type TermKind } from '../words/term-kind.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Ranking } from './rank.ts';

/** Why a unit was chosen: what spoke most for it then, and where that was said. */
export interface SelectionReason {
  /** Place in the order of choice, from 0 on. */
  readonly place: number;
  /** Worth for each character when it was chosen; 0 for what only filled the room that was left. */
  readonly density: number;
  /** The name that was worth most, absent where it was the line as a whole. */
  readonly atom?: { readonly text: string; readonly kind: TermKind };
  /** Who said it, at any time. */
  readonly mentionedBy: readonly ('user' | 'model' | 'tool')[];
  /** Messages since it was said last; 1 for the newest. */
  readonly messagesAgo: number;
  /** A definition or an import has it. */
  readonly inDefinition: boolean;
}

/** Why a unit of a ranking was chosen; `undefined` for units that were not, or that stay in any case. */
export function explainUnit(
  { board, statistics, selectionRanks, reasons, scoresPerCharacter, order }: Ranking,
  vocabulary: Vocabulary,
  unit: number,
): SelectionReason | undefined {
  const place = selectionRanks[unit]!;
  if (place < 0 || place >= order.length) return undefined;
  const atom = reasons[unit]!;
  const line = board.lineOf[unit]!;
  const common = { place, density: scoresPerCharacter[unit]! };
  if (atom >= 0) {
    const name = board.atomNames[atom]!;
    return {
      ...common,
      atom: { text: vocabulary.text(name), kind: TERM_KINDS[vocabulary.kind(name)]! },
      ...mentionsOf(statistics.atoms, atom, board.messages),
    };
  }
  if (line >= 0) return { ...common, ...mentionsOf(statistics.lines, line, board.messages) };
  const { message } = board.passages[board.passageOf[unit]!]!;
  return { ...common, mentionedBy: [], messagesAgo: board.messages - message, inDefinition: false };
}

function mentionsOf(
  mentions: Occurrences,
  number: number,
  messages: number,
): Pick<SelectionReason, 'mentionedBy' | 'messagesAgo' | 'inDefinition'> {
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
