import { OptionError, type IContent } from '@palimpsest/core-types';
import {
  matchEntries,
  readEntryRule,
  readEntryRules,
  type EntryRule,
} from '@palimpsest/engine/rules';
import { createIsProtected, type EntryPredicate } from '@palimpsest/engine/history';
import { COMPACT_TOOL } from '../agent-tools.ts';
import type { PrepareContext } from './prepare-context.ts';

/** Maximum share of the target for entries that stay because the agent named them: it may name too much. */
const AGENT_SHARE = 0.5;

/**
 * Returns the context with the entries pinned that the setting `compression.keep` names, and those that the agent names, newest first, up to
 * half of the target. Loaded when one of them names something.
 *
 * @throws {OptionError} when a rule of the setting is invalid
 */
export async function pinNamedEntries(
  context: PrepareContext,
  namedByAgent: readonly string[],
): Promise<PrepareContext> {
  const { options, raw, pending, call } = context;
  const entries = [...raw, ...pending];
  const matchesSettingRules = matchEntries(
    readEntryRules(call.keep ?? '', 'compression.keep'),
    entries,
    options.taxonomy,
  );
  const isPinned: EntryPredicate = (entry) =>
    (options.pinned?.(entry) ?? false) || matchesSettingRules(entry);
  const matchesAgentRules = matchEntries(
    // The calls stay, too: a later compression reads them.
    [...namedByAgent, `tool:${COMPACT_TOOL.name}`].map(agentRule),
    entries,
    options.taxonomy,
  );
  const kept = await newestWithin(entries, matchesAgentRules, isPinned, context);
  const pinned = (entry: IContent): boolean => isPinned(entry) || kept(entry);
  return { ...context, options: { ...options, pinned } };
}

/** Reads a rule of the agent. One that is invalid as a regular expression is a text. */
function agentRule(text: string): EntryRule {
  try {
    return readEntryRule(text, 'keep');
  } catch (error) {
    if (!OptionError.isInstance(error)) throw error;
    return { rule: text, matchesText: (whole) => whole.includes(text) };
  }
}

/** Returns a predicate for the newest matching entries that fit into the agent's share of the target. Copies of them have the same blocks. */
async function newestWithin(
  entries: readonly IContent[],
  matches: EntryPredicate,
  isPinned: EntryPredicate,
  { meter, call }: PrepareContext,
): Promise<EntryPredicate> {
  const isProtected = createIsProtected(isPinned);
  const kept = new Set<IContent['blocks'][number] | undefined>();
  let left = AGENT_SHARE * call.thresholds.target;
  for (const entry of entries.toReversed()) {
    if (isProtected(entry) || !matches(entry)) continue;
    const tokens = await meter.tokensOf([entry]);
    if (tokens > left) continue;
    left -= tokens;
    kept.add(entry.blocks[0]);
  }
  return ({ blocks }) => kept.has(blocks[0]);
}
