import type { IContent } from '@palimpsest/core-types';

type Estimator = (contents: readonly IContent[]) => number;

/** A third of the characters the entries have as JSON, rounded up. */
function countCharacters(contents: readonly IContent[]): number {
  let characters = 0;
  for (const { speaker, blocks } of contents)
    characters += JSON.stringify({ speaker, blocks }).length;
  return Math.ceil(characters / 3);
}

/** Estimators as hosts have them, the crude ones included: none promises that parts add up to the whole. */
export const estimators: readonly { readonly name: string; readonly count: Estimator }[] = [
  { name: 'a third of the characters', count: countCharacters },
  { name: 'entries × 100', count: (contents) => contents.length * 100 },
  {
    name: 'words',
    count: (contents) =>
      contents.reduce((sum, { blocks }) => sum + JSON.stringify(blocks).split(' ').length, 0),
  },
  { name: '200 beside the characters', count: (contents) => 200 + countCharacters(contents) },
];
