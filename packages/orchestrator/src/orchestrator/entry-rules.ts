import { readCompactCalls } from './compact-calls.ts';
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
