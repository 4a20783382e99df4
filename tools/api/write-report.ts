import type { EntryPoint, Manifest, PublishedPackage } from '../published-packages.ts';

/** Returns the public surface of a package as a Markdown page: its requirements, and the exports of every entry point. */
export function writeReport(
  { manifest, entryPoints }: PublishedPackage,
  surfaces: ReadonlyMap<EntryPoint, string>,
): string {
  const sections = entryPoints.map(
    (entryPoint) =>
      `## ${entryPoint.specifier}\n\n\`\`\`ts\n${surfaces.get(entryPoint)!}\n\`\`\`\n`,
  );
  return [`# ${manifest.name}\n`, needsOf(manifest), ...sections].join('\n');
}

function needsOf({
  engines,
  bin = {},
  peerDependencies = {},
  peerDependenciesMeta: meta = {},
}: Manifest): string {
  const peers = Object.entries(peerDependencies).map(
    ([name, range]) => `- Peer: ${name} ${range}${meta[name]?.optional ? ' (optional)' : ''}\n`,
  );
  const commands = Object.keys(bin).map((name) => `- Command: ${name}\n`);
  return [`- Node: ${engines.node}\n`, ...peers, ...commands].join('');
}
