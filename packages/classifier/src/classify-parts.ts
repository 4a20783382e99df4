import { splitFences, type FencedPart } from '@palimpsest/text';
import type { Classification } from './classification.ts';
import { defaultClassifier, type Classifier } from './classifier.ts';

/** A part of a text. A fence stays as it is; what becomes of prose, its classification says. */
export type ClassifiedPart =
  | (FencedPart & { readonly kind: 'fence' })
  | (FencedPart & { readonly kind: 'prose'; readonly classification: Classification });

/**
 * Splits a text at its fences and classifies the prose between them, so that a secret or a table beside code stays as well (reading 10 of
 * the origin of seed compression-pipeline).
 */
export function classifyParts(
  text: string,
  classifier: Classifier = defaultClassifier,
): ClassifiedPart[] {
  return splitFences(text).map(({ kind, start, end }) =>
    kind === 'fence'
      ? { kind, start, end }
      : { kind, start, end, classification: classifier.classify(text.slice(start, end)) },
  );
}
