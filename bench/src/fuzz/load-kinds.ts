import type { FuzzKind } from './fuzz-kind.ts';

/** The kinds of this folder, or those a module of somebody else exports as its default. */
export async function loadKinds(module?: string): Promise<readonly FuzzKind[]> {
  if (module === undefined) return (await import('./kinds.ts')).KINDS;
  const loaded = (await import(module)) as { readonly default: readonly FuzzKind[] };
  return loaded.default;
}
