import type { CompressionContext, IContent } from '@palimpsest/core-types';
import { isGeneratedSnapshot } from '@palimpsest/history';
import { truncateText } from '@palimpsest/text';
import { snapshotText } from '../compose-snapshot.ts';
import { showTodos } from '../showing/show-todos.ts';
import { visible } from '../showing/visible.ts';
import type { QuotedSection } from './build-request.ts';
import type { RequestScale } from './request-room.ts';

export interface QuotationSources {
  /** What is summarized, earlier snapshots of ours among it included. */
  readonly entries: readonly IContent[];
  /** The newest request, where it stands among them and stays; else empty. */
  readonly latest: string;
  readonly activeTodos: CompressionContext['activeTodos'];
  /** Tokens a request may quote, the history included, and how they are counted. */
  readonly room: number;
  readonly weigh: RequestScale;
}

/** Most of each that is quoted, in UTF-16 units. */
const LENGTH = 20_000;

/** Cuts until what stands beside the history leaves it half of the room; text is not equally dense everywhere. */
const ROUNDS = 8;
const MARGIN = 0.9;

/**
 * What stands beside the history in a request: earlier snapshots of ours, the newest request where it stays, what is left to do. In a
 * small window no more than half of the room, each cut by the same share.
 */
export async function quotations({
  entries,
  latest,
  activeTodos,
  room,
  weigh,
}: QuotationSources): Promise<QuotedSection[]> {
  const previous = entries.filter(isGeneratedSnapshot).map(snapshotText).join('\n\n');
  const all: QuotedSection[] = [
    { name: 'previous snapshot', text: previous },
    { name: 'latest request', text: latest },
    { name: 'todos', text: showTodos(activeTodos) ?? '' },
  ];
  let quoted = all.flatMap(({ name, text }) => shortened(name, visible(text.trim()), LENGTH));
  for (let round = 0; round < ROUNDS; round += 1) {
    const weight = await weigh(quoted.map(({ text }) => ({ number: 0, speaker: 'human', text })));
    if (weight <= room / 2) return quoted;
    const share = (room / 2 / weight) * MARGIN;
    quoted = quoted.flatMap(({ name, text }) =>
      shortened(name, text, Math.floor(text.length * share)),
    );
  }
  return [];
}

function shortened(name: QuotedSection['name'], text: string, length: number): QuotedSection[] {
  const short = truncateText(text, length);
  return short === '' ? [] : [{ name, text: short }];
}
