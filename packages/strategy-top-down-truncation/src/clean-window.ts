import type { IContent, StrategyPlugin } from '@palimpsest/core-types';
import { defineStrategy } from '@palimpsest/engine';
import {
  findAnswer,
  isGapMarker,
  listCandidatesByAge,
  type EntryEdits,
  type EvictionCandidate,
} from '@palimpsest/engine/history';

/**
 * Strategy `clean-window`: removes everything but what users wrote, the text that the newest of it answers, the notes of the agent, and the
 * newest exchange. Notes are calls of a tool, so they stay as the agent wrote them. If that is still too much, the oldest of it goes, too.
 */
export const cleanWindow: StrategyPlugin = defineStrategy({
  name: 'clean-window',
  humanText: 'eligible',
  description:
    'Clears the window, except for what users wrote, the notes of the agent and the newest exchange.',
  settings: [
    {
      key: 'compression.clean-window.noteTools',
      type: 'string',
      default: 'take_note',
      description: 'Names of the tools with which the agent keeps notes, with commas between them.',
    },
  ],
  tailStart: ({ history, cuts }) => cuts.atOrBefore(history.length - 1),
  *candidates({ history, index, tailStart: boundary, isProtected, settings }) {
    const answered = history[findAnswer(history)];
    const tools = settings['compression.clean-window.noteTools']
      .split(',')
      .map((name) => name.trim());
    const stays = (entry: IContent): boolean =>
      isProtected(entry) || entry === answered || isUserText(entry) || hasCallOf(entry, tools);
    yield combine([...listCandidatesByAge(index, { boundary, isProtected: stays })]);
    yield* listCandidatesByAge(index, { boundary, isProtected });
  },
  shortfallReason: () =>
    'system and pinned entries, the newest user message and the newest exchange stay',
});

function isUserText(entry: IContent): boolean {
  return entry.speaker === 'human' && !isGapMarker(entry);
}

function hasCallOf({ blocks }: IContent, tools: readonly string[]): boolean {
  return blocks.some((block) => block.type === 'tool_call' && tools.includes(block.name));
}

/** Returns one edit that makes all of the given ones, whatever the target. */
function combine(candidates: readonly EvictionCandidate[]): EvictionCandidate {
  const dropped: Record<string, number> = {};
  for (const one of candidates) {
    for (const [kind, count] of Object.entries(one.dropped)) {
      dropped[kind] = (dropped[kind] ?? 0) + count;
    }
  }
  return {
    dropped,
    async changes(current): Promise<EntryEdits> {
      const all = new Map<number, IContent | undefined>();
      for (const one of candidates) {
        for (const [at, entry] of await one.changes(current)) all.set(at, entry);
      }
      return all;
    },
  };
}
