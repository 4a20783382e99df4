import type { IContent, ToolCallBlock } from '@palimpsest/core-types';
import { findCopiedMark } from '@palimpsest/engine/history';
import { defaultToolTaxonomy as taxonomy } from '@palimpsest/engine/tools';
import type { Originals } from './originals.ts';
import { RECALL_TOOL } from './recall/recall-tool.ts';
import { SEARCH_TOOL } from './search/search-tool.ts';

/** A call before it runs. */
export type CallToGuard = Pick<ToolCallBlock, 'name' | 'parameters'>;

interface GuardSources {
  /** Removed content of the session. */
  readonly originals: Pick<Originals, 'ids' | 'recallAll'>;
  /** Reads messages that were stored as originals. */
  readonly decode: (messages: readonly unknown[]) => readonly IContent[];
  /** Returns the conversation as the host has it. Called only for a call that contains a mark. */
  readonly history: () => readonly IContent[] | Promise<readonly IContent[]>;
}

/**
 * Returns what the model gets instead of a result when a call with side effects contains a marker of a compression that people and tools did
 * not write; `undefined` if the call may run, also where the history cannot be read. The tools of this project may be asked with marks.
 */
export async function guardCall(
  call: CallToGuard,
  { originals, decode, history }: GuardSources,
): Promise<string | undefined> {
  if (OWN.some((name) => call.name === name || call.name.endsWith(`__${name}`))) return undefined;
  const find = (entries: readonly IContent[]): string | undefined =>
    findCopiedMark(call, { taxonomy, history: entries, canRecall: true })?.message;
  if (find([]) === undefined) return undefined;
  try {
    const given = await history();
    if (find(given) === undefined) return undefined;
    const recalled = await originals.recallAll(originals.ids());
    const messages = recalled.flatMap((each) => (each.kind === 'found' ? [each.message] : []));
    return find([...given, ...decode(messages)]);
  } catch {
    return undefined;
  }
}

const OWN = [RECALL_TOOL.name, SEARCH_TOOL.name];
