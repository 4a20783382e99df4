// How changesets writes changelogs: like its own function, but with one line for all dependencies instead of one for each change of them.

interface Change {
  readonly summary: string;
}
interface Dependency {
  readonly name: string;
  readonly newVersion: string;
}

const getReleaseLine = ({ summary }: Change): string =>
  `- ${summary.trimEnd().replaceAll('\n', '\n  ')}`;

const getDependencyReleaseLine = (_: unknown, dependencies: readonly Dependency[]): string => {
  const versions = dependencies.map(({ name, newVersion }) => `${name}@${newVersion}`);
  return versions.length > 0 ? `- Updated dependencies: ${versions.join(', ')}` : '';
};

export default { getReleaseLine, getDependencyReleaseLine };
