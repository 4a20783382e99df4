import type { IContent } from '@palimpsest/core-types';
import { COMPACT_TOOL } from '../agent-tools.ts';
import type { PrepareContext } from './prepare-context.ts';

/**
 * Returns the context with the entries pinned that the setting `compression.keep` names, and those that the agent named when it asked for a
 * compression, newest first, up to half of the target. If it asks now, compression is due, unless the host forbids rewriting.
 *
 * @throws {OptionError} when a rule of the setting is invalid
 */
export async function withEntryRules(context: PrepareContext): Promise<PrepareContext> {
  const { request, raw, pending, call } = context;
  const asked = readCompactCalls(raw, pending);
  const mayRewrite = request.allowRewrite !== false && request.allowRewrite !== 'never';
  const isForced = asked.isNow && mayRewrite;
  const due = isForced ? { ...context, request: { ...request, force: true } } : context;
  if (call.keep === undefined && asked.keep.length === 0) return due;
  const { pinNamedEntries } = await import('./pin-named-entries.ts');
  return await pinNamedEntries(due, asked.keep);
}

/** What an agent asked for by calls of `COMPACT_TOOL`. */
interface CompactRequest {
  /** Whether the newest reply has such a call. */
  readonly isNow: boolean;
  /** What all such calls name, newest first. */
  readonly keep: readonly string[];
}

/** Reads the calls of `COMPACT_TOOL` in a history and the entries after it. Members that are no texts are ignored. */
function readCompactCalls(
  history: readonly IContent[],
  pending: readonly IContent[],
): CompactRequest {
  const replies = [...history, ...pending].filter(({ speaker }) => speaker === 'ai');
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
