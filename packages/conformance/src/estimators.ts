import type { IContent } from '@palimpsest/core-types';

export type Estimator = (contents: readonly IContent[]) => number;

/** How tokens are counted. */
export type EstimatorName =
  | 'a third of the characters'
  | 'entries × 100'
  | 'words'
  | '200 beside the characters';

/** A third of the characters the entries have as JSON, rounded up. */
function countCharacters(contents: readonly IContent[]): number {
  let characters = 0;
  for (const { speaker, blocks } of contents)
    characters += JSON.stringify({ speaker, blocks }).length;
  return Math.ceil(characters / 3);
}

/** Estimators as hosts have them, the crude ones included: none promises that parts add up to the whole. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = {
  'a third of the characters': countCharacters,
  'entries × 100': (contents) => contents.length * 100,
  words: (contents) =>
    contents.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).split(' ').length, 0),
  '200 beside the characters': (contents) => 200 + countCharacters(contents),
};

/** Whether a host that counts so has to ask somebody else: its estimator answers with a promise. */
export function answersLater(name: EstimatorName): boolean {
  return name === 'words';
}

export const estimatorNames: readonly EstimatorName[] = Object.keys(estimators) as EstimatorName[];
