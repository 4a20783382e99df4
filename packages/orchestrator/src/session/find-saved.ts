import { DIGEST, type SavedConversation, type SavedMark } from './session-state.ts';

/** How given entries relate to a saved conversation. `from` is the number of entries that they share. */
export type FoundSaved = { readonly conversation: SavedConversation; readonly from: number } & (
  | {
      /** They begin with all entries that the host gave, or read back. */ readonly kind:
        | 'given'
        | 'sent';
    }
  | {
      /** They begin with a part of the given entries, and continue differently. */ readonly kind: 'forks';
      readonly mark: SavedMark;
    }
);

/** Finds the conversation that shares the longest prefix with the given entries; the most recently used of several. */
export function findSaved(
  conversations: readonly SavedConversation[],
  scope: string,
  digests: string,
): FoundSaved | undefined {
  let best: FoundSaved | undefined;
  for (const conversation of conversations.toReversed()) {
    if (conversation.scope !== scope) continue;
    const found = matchSaved(conversation, digests);
    if (found !== undefined && found.from > (best?.from ?? 0)) best = found;
  }
  return best;
}

function matchSaved(conversation: SavedConversation, digests: string): FoundSaved | undefined {
  const { given, sent, marks } = conversation;
  if (given !== '' && digests.startsWith(given)) {
    return { kind: 'given', conversation, from: given.length / DIGEST };
  }
  if (sent !== undefined && sent !== '' && digests.startsWith(sent)) {
    return { kind: 'sent', conversation, from: sent.length / DIGEST };
  }
  const common = commonLength(given, digests);
  const mark = marks.findLast(([own]) => own <= common && own > 0);
  return mark && { kind: 'forks', conversation, from: mark[0], mark };
}

/** Returns the number of digests at the beginning that two lists share. */
function commonLength(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left.startsWith(right.slice(at, at + DIGEST), at)) at += DIGEST;
  return Math.min(at, right.length) / DIGEST;
}
