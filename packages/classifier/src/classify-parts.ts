import { splitFences, type FencedPart } from '@palimpsest/text';
import type { Classification } from './classification.ts';
import { defaultClassifier, type Classifier } from './classifier.ts';

/** A part of a text. Fences stay unchanged; the classification decides about prose. */
export type ClassifiedPart =
  | (FencedPart & { readonly kind: 'fence' })
  | (FencedPart & { readonly kind: 'prose'; readonly classification: Classification });

/**
 * Splits a text at its fences and classifies the prose between them, so that a secret or a table next to code is kept too (reading 10 of the
 * origin of seed compression-pipeline).
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
