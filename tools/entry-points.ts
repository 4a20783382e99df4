import { publishedPackages, type EntryPoint } from './published-packages.ts';

const published = publishedPackages();

/** Every entry of every published package, in the order of their names. */
export const ENTRY_POINTS: readonly EntryPoint[] = published.flatMap(
  ({ entryPoints }) => entryPoints,
);

/** Peer dependencies, which the application provides. */
export const PEERS: ReadonlySet<string> = new Set(
  published.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})),
);
