import type { StepDescription } from './describe-step.ts';

/**
 * Returns a function that names the folder of a command: empty for the one in which most of the commands ran, and for commands that name none.
 *
 * @param steps of the session
 */
export function createFolderNamer(
  steps: Iterable<StepDescription>,
): (step: StepDescription) => string {
  const counts = new Map<string, number>();
  for (const { verb, folder = '' } of steps)
    if (verb === 'Ran') counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [''];
  return ({ folder = '' }) => (folder === '' || folder === usual ? '' : `in ${folder}`);
}
