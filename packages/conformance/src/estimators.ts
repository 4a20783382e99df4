import type { IContent } from '@palimpsest/core-types';

export type Estimator = (contents: readonly IContent[]) => number;

/** Name of a token estimator. */
export type EstimatorName =
  | 'a third of the characters'
  | 'entries × 100'
  | 'words'
  | '200 beside the characters';

/** Returns a third of the length of the entries as JSON, rounded up. */
function countCharacters(contents: readonly IContent[]): number {
  let characters = 0;
  for (const { speaker, blocks } of contents)
    characters += JSON.stringify({ speaker, blocks }).length;
  return Math.ceil(characters / 3);
}

/** Token estimators as hosts use them, including crude ones. None guarantees that the estimates of parts add up. */
export const estimators: Readonly<Record<EstimatorName, Estimator>> = {
  'a third of the characters': countCharacters,
  'entries × 100': (contents) => contents.length * 100,
  words: (contents) =>
    contents.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).split(' ').length, 0),
  '200 beside the characters': (contents) => 200 + countCharacters(contents),
};

export const estimatorNames: readonly EstimatorName[] = Object.keys(estimators) as EstimatorName[];
