import type { IContent } from '@palimpsest/core-types';

/**
 * What an entry says, without the framework's own objects: those may be class instances, and are kept by the framework. Equal for entries
 * that say the same, whoever read them.
 */
export function plainEntry({ speaker, blocks }: IContent): object {
  return { speaker, blocks: blocks.map(({ native: _native, ...block }) => block) };
}
