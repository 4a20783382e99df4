import type { IContent } from '@palimpsest/core-types';
import { COMPACT_TOOL } from '../agent-tools.ts';
import { findLog } from '../conversation/entry-log.ts';
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

/** The calls in the first `length` entries of a history. */
interface CallsRead {
  readonly length: number;
  readonly isNow: boolean;
  /** What each reply with such a call names, oldest first. */
  readonly named: readonly (readonly string[])[];
}

const NOTHING_READ: CallsRead = { length: 0, isNow: false, named: [] };

/** By the growing array of a conversation: each of its entries is read once. */
const readBefore = new WeakMap<readonly IContent[], CallsRead>();

/** Reads the calls of `COMPACT_TOOL` in a history and the entries after it. Members that are no texts are ignored. */
function readCompactCalls(
  history: readonly IContent[],
  pending: readonly IContent[],
): CompactRequest {
  const log = findLog(history) ?? history;
  const before = readBefore.get(log) ?? NOTHING_READ;
  // A request that began earlier has a shorter copy.
  const read = readOn(before.length <= history.length ? before : NOTHING_READ, history);
  readBefore.set(log, read);
  const { isNow, named } = readOn({ ...read, length: 0 }, pending);
  return { isNow, keep: [...new Set(named.toReversed().flat())] };
}

/** Reads the entries from `before.length` on. */
function readOn(before: CallsRead, entries: readonly IContent[]): CallsRead {
  const named = [...before.named];
  let { isNow } = before;
  for (let at = before.length; at < entries.length; at += 1) {
    const { speaker, blocks } = entries[at]!;
    if (speaker !== 'ai') continue;
    const calls = blocks.flatMap((block) =>
      block.type === 'tool_call' && block.name === COMPACT_TOOL.name ? [block] : [],
    );
    isNow = calls.length > 0;
    if (isNow) named.push(calls.flatMap(({ parameters }) => keptOf(parameters)));
  }
  return { length: entries.length, isNow, named };
}

function keptOf(parameters: unknown): readonly string[] {
  if (typeof parameters !== 'object' || parameters === null) return [];
  const keep: unknown = Reflect.get(parameters, 'keep');
  const listed: readonly unknown[] = Array.isArray(keep) ? keep : [keep];
  return listed.filter((text) => typeof text === 'string').filter((text) => text.trim() !== '');
}
