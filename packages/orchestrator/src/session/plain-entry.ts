import type { IContent } from '@palimpsest/core-types';

/**
 * Returns the content of an entry without the framework's objects, which may be class instances and stay with the framework. Equal for
 * entries with equal content.
 */
export function plainEntry({ speaker, blocks }: IContent): object {
  return { speaker, blocks: blocks.map(({ native: _native, ...block }) => block) };
}
