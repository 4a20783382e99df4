import type { IContent } from '@palimpsest/core-types';

/** Returns an id of eight hexadecimal digits for a tool result, computed from its content; `undefined` for other blocks. */
export function originalId({ blocks }: IContent, index: number): string | undefined {
  const block = blocks[index];
  if (block?.type !== 'tool_response') return undefined;
  // FNV-1a: these ids are never looked up, they only have to differ.
  let hash = 0x81_1c_9d_c5;
  for (const character of JSON.stringify(block)) {
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01_00_01_93);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
