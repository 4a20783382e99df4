import type { IContent } from './content.ts';

/**
 * Where a compression leaves what it took out. Ids are made by the caller. A store decides how long it keeps what it was given; a
 * missing original is `undefined`, never invented.
 */
export interface OriginalsStore {
  put(id: string, original: readonly IContent[]): Promise<void> | void;
  get(id: string): Promise<readonly IContent[] | undefined> | readonly IContent[] | undefined;
}
