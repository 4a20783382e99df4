import { RESULT, type Passage } from '../ranking/passage.ts';
import { buildUnitIndex } from '../ranking/unit-index.ts';
import type { TextParser } from '../reading/create-text-parser.ts';
import { TERM_KINDS, type TermKind } from '../words/term-kind.ts';
import { atomFeatures, lineFeatures } from './features.ts';
import { countMentions } from './statistics.ts';
import { topicsOf } from './topics.ts';
import { LINE_FEATURES, TERM_FEATURES } from './weights.ts';

/** Features of a term or a line for fitting weights, in the order of `TERM_FEATURES` or `LINE_FEATURES`. */
interface FeatureRow {
  readonly text: string;
  readonly features: Float64Array;
}

interface TermRow extends FeatureRow {
  readonly kind: TermKind;
  /** Whether only tool results contain it. */
  readonly isShown: boolean;
}

export interface FeatureTables {
  readonly atoms: readonly TermRow[];
  /** Without lines that only users wrote. */
  readonly lines: readonly FeatureRow[];
}

/** Returns the features that the value model uses for a history. */
export function featureTables(
  passages: readonly Passage[],
  { reader, messages }: { readonly reader: TextParser; readonly messages: number },
): FeatureTables {
  const { vocabulary } = reader;
  const board = buildUnitIndex(passages, vocabulary, messages);
  const statistics = countMentions(board);
  const topics = topicsOf(board, vocabulary);
  const atoms: TermRow[] = [];
  for (const [atom, name] of board.atomNames.entries()) {
    if (statistics.atoms.last[atom]! < 0) continue;
    const features = new Float64Array(TERM_FEATURES.length);
    atomFeatures(features, atom, board, vocabulary, statistics.atoms, topics);
    const kind = TERM_KINDS[vocabulary.kind(name)]!;
    const isShown = statistics.atoms.roles[atom] === RESULT;
    atoms.push({ text: vocabulary.text(name), kind, isShown, features });
  }
  const lines: FeatureRow[] = [];
  for (const [line, name] of board.lineNames.entries()) {
    if (statistics.lines.last[line]! < 0) continue;
    const features = new Float64Array(LINE_FEATURES.length);
    lineFeatures(features, line, statistics.lines, messages);
    lines.push({ text: vocabulary.lineText(name), features });
  }
  return { atoms, lines };
}
