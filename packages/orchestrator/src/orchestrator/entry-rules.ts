import { OptionError, type IContent } from '@palimpsest/core-types';
import { createIsProtected, type EntryPredicate } from '@palimpsest/engine/history';
import {
  matchEntries,
  readEntryRule,
  readEntryRules,
  type EntryRule,
} from '@palimpsest/engine/rules';
import { COMPACT_TOOL } from '../agent-tools.ts';
import type { PrepareContext } from './prepare-context.ts';

/** Maximum share of the target for entries that stay because the agent named them: it may name too much. */
const AGENT_SHARE = 0.5;

/**
 * Returns the context with the entries pinned that the setting `compression.keep` names, and those that the agent named when it asked for a
 * compression, newest first, up to half of the target. If it asks now, compression is due, unless the host forbids rewriting.
 *
 * @throws {OptionError} when a rule of the setting is invalid
 */
export async function withEntryRules(context: PrepareContext): Promise<PrepareContext> {
  const { request, history, call, options } = context;
  const { taxonomy, pinned } = options;
  const entries = [...history, ...(request.pending ?? [])];
  const asked = readCompactCalls(entries);
  const mayRewrite = request.allowRewrite !== false && request.allowRewrite !== 'never';
  const due = asked.isNow && mayRewrite ? { ...request, force: true } : request;
  if (call.keep === undefined && asked.keep.length === 0) return { ...context, request: due };
  const settingRules = readEntryRules(call.keep ?? '', 'compression.keep');
  const isNamedBySetting = matchEntries(settingRules, entries, taxonomy);
  const isPinned: EntryPredicate = (entry) => (pinned?.(entry) ?? false) || isNamedBySetting(entry);
  // The calls stay, too: a later compression reads them.
  const agentRules = [...asked.keep, `tool:${COMPACT_TOOL.name}`].map(readAgentRule);
  const isNamedByAgent = matchEntries(agentRules, entries, taxonomy);
  const kept = await newestWithin(entries, isNamedByAgent, isPinned, context);
  return {
    ...context,
    request: due,
    options: { ...options, pinned: (entry) => isPinned(entry) || kept(entry) },
  };
}

/** What an agent asked for by calls of `COMPACT_TOOL`. */
interface CompactRequest {
  /** Whether the newest reply has such a call. */
  readonly isNow: boolean;
  /** What all such calls name, newest first. */
  readonly keep: readonly string[];
}

/** Reads the calls of `COMPACT_TOOL`. Members that are no texts are ignored. */
function readCompactCalls(entries: readonly IContent[]): CompactRequest {
  const replies = entries.filter(({ speaker }) => speaker === 'ai');
  const named = replies.map(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === 'tool_call' && block.name === COMPACT_TOOL.name ? [block.parameters] : [],
    ),
  );
  const keep = named.toReversed().flatMap((calls) => calls.flatMap(keptOf));
  return { isNow: (named.at(-1) ?? []).length > 0, keep: [...new Set(keep)] };
}

function keptOf(parameters: unknown): readonly string[] {
  if (typeof parameters !== 'object' || parameters === null) return [];
  const keep: unknown = Reflect.get(parameters, 'keep');
  const listed: readonly unknown[] = Array.isArray(keep) ? keep : [keep];
  return listed.filter((text) => typeof text === 'string').filter((text) => text.trim() !== '');
}

/** Reads a rule of the agent. One that is invalid as a regular expression is a text. */
function readAgentRule(text: string): EntryRule {
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
  { estimateTokens, call }: PrepareContext,
): Promise<EntryPredicate> {
  const isProtected = createIsProtected(isPinned);
  const kept = new Set<IContent['blocks'][number] | undefined>();
  let left = AGENT_SHARE * call.thresholds.target;
  for (const entry of entries.toReversed()) {
    if (isProtected(entry) || !matches(entry)) continue;
    const tokens = await estimateTokens([entry]);
    if (tokens > left) continue;
    left -= tokens;
    kept.add(entry.blocks[0]);
  }
  return ({ blocks }) => kept.has(blocks[0]);
}
