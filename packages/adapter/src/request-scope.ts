import type { Codec } from '@palimpsest/formats';
import { plainEntry } from '@palimpsest/orchestrator/session';
import type { Originals } from '@palimpsest/originals';
import type { ToolOriginals } from './agent-tools.ts';

/**
 * Returns those originals of a session that are messages of one request, as they were before they were shortened, and those with known ids. The
 * text of a message proves nothing: anyone can type an id, and other conversations may have an equal shortened message.
 */
export function scopeOriginals(
  session: Originals,
  codec: Codec,
  { messages, known }: { readonly messages: readonly unknown[]; readonly known: readonly string[] },
): ToolOriginals {
  const entries = codec.decode(messages).map(plainEntry);
  const proven = new Set([...entries.map((entry) => session.idOf(entry)), ...known]);
  const ids = (): readonly string[] => session.ids().filter((id) => proven.has(id));
  return {
    ids,
    refresh: () => session.refresh(),
    shortId: (id) => session.shortId(id),
    recallAll: (wanted) => session.recallAll(wanted),
    recall: async (beginning) =>
      ids().some((id) => id.startsWith(beginning))
        ? await session.recall(beginning)
        : { kind: 'unknown' },
  };
}
