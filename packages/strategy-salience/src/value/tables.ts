import { RESULT, type Passage, buildUnitIndex } from '../ranking/unit-index.ts';
import type { TextParser } from '../reading/create-text-parser.ts';
import { TERM_KINDS, type TermKind } from '../words/term-kind.ts';
import { termFeatures, lineFeatures, countMentions } from './statistics.ts';
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
  /** Without terms that only system text contains. */
  readonly terms: readonly TermRow[];
  /** Without lines that only system text contains. */
  readonly lines: readonly FeatureRow[];
}

/** Returns the features that `termValues` and `lineValues` weigh (`weights.ts`). */
export function featureTables(
  passages: readonly Passage[],
  { reader, messages }: { readonly reader: TextParser; readonly messages: number },
): FeatureTables {
  const { vocabulary } = reader;
  const unitIndex = buildUnitIndex(passages, vocabulary, messages);
  const statistics = countMentions(unitIndex);
  const topics = topicsOf(unitIndex, vocabulary);
  const terms: TermRow[] = [];
  for (const [term, name] of unitIndex.termNames.entries()) {
    if (statistics.terms.last[term]! < 0) continue;
    const features = new Float64Array(TERM_FEATURES.length);
    termFeatures(features, term, unitIndex, vocabulary, statistics.terms, topics);
    const kind = TERM_KINDS[vocabulary.kind(name)]!;
    const isShown = statistics.terms.roles[term] === RESULT;
    terms.push({ text: vocabulary.text(name), kind, isShown, features });
  }
  const lines: FeatureRow[] = [];
  for (const [line, name] of unitIndex.lineNames.entries()) {
    if (statistics.lines.last[line]! < 0) continue;
    const features = new Float64Array(LINE_FEATURES.length);
    lineFeatures(features, line, statistics.lines, messages);
    lines.push({ text: vocabulary.lineText(name), features });
  }
  return { terms, lines };
}
