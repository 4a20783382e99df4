import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { isOwnSnapshot } from '@palimpsest/history';
import { cutText } from '@palimpsest/text';
import { snapshotText } from '../compose-snapshot.ts';
import { showTodos } from '../showing/show-todos.ts';
import { visible } from '../showing/visible.ts';
import type { Quotation } from './build-request.ts';

export interface QuotationSources {
  /** What is summarized, earlier snapshots of ours among it included. */
  readonly entries: readonly IContent[];
  /** The newest request, where it stands among them and stays; else empty. */
  readonly latest: string;
  readonly activeTodos: CompressionContext['activeTodos'];
  /** Characters a request may quote. */
  readonly room: number;
}

/** Most of the newest request, and of the todos, that is quoted, in UTF-16 units. */
const LENGTH = 20_000;

/**
 * What stands beside the history in a request: earlier snapshots of ours, the newest request where it stays, what is left to do. In a
 * small window no more than its half, so that there is room for the history.
 */
export function quotations({ entries, latest, activeTodos, room }: QuotationSources): Quotation[] {
  const previous = entries.filter(isOwnSnapshot).map(snapshotText).join('\n\n');
  const eighth = Math.floor(room / 8);
  const short = Math.min(LENGTH, eighth);
  const all: Quotation[] = [
    { name: 'previous snapshot', text: shown(previous, 2 * eighth) },
    { name: 'latest request', text: shown(latest, short) },
    { name: 'todos', text: shown(showTodos(activeTodos) ?? '', short) },
  ];
  return all.filter(({ text }) => text !== '');
}

function shown(text: string, length: number): string {
  return cutText(visible(text.trim()), length);
}
