import { isMarker, type ContentBlock, type ToolTaxonomy } from '@palimpsest/core-types';
import type { ExchangeIndex } from '@palimpsest/history';
import { hasFailed } from './failed-calls.ts';
import { pointerFor } from './pointer.ts';
import { resultText } from './result-size.ts';
import { summarizeResponse } from './tool-result-summary.ts';
import type { WorkingView } from './working-view.ts';

export interface RecencyOptions {
  /** Newest results of each tool that stay; below 1 counts as 1 (REQ-HD-013.6). */
  readonly retention: number;
  readonly isProtected: (entry: number) => boolean;
}

/**
 * Replaces the payload of all but the newest results of each tool (REQ-HD-007). What is pruned already is left alone, so a second run
 * finds nothing (C15); what is no longer than its pointer, and the agent's own notes (todo lists, memory), stay (D20). A failure keeps
 * saying what failed (law 7). Returns how many results it pruned.
 */
export function pruneByRecency(
  view: WorkingView,
  { responses }: ExchangeIndex,
  taxonomy: ToolTaxonomy,
  { retention, isProtected }: RecencyOptions,
): number {
  const kept = Math.max(1, Number.isFinite(retention) ? Math.floor(retention) : 1);
  const seen = new Map<string, number>();
  let count = 0;
  let changed:
    | { readonly entry: number; readonly blocks: Map<ContentBlock, ContentBlock> }
    | undefined;
  const settle = (): void => {
    if (changed === undefined) return;
    const { entry, blocks } = changed;
    changed = undefined;
    view.setBlocks(
      entry,
      view.entry(entry)!.blocks.map((block) => blocks.get(block) ?? block),
    );
  };
  // Responses come in reading order: those of one entry stand together.
  for (let at = responses.length - 1; at >= 0; at -= 1) {
    const { entry, response, call } = responses[at]!;
    const current = view.entry(entry);
    if (current === undefined) continue;
    const rank = (seen.get(response.toolName) ?? 0) + 1;
    seen.set(response.toolName, rank);
    if (rank <= kept || isProtected(entry)) continue;
    const use = taxonomy.describe(call.call.name, call.call.parameters);
    if (use.kind === 'state') continue;
    const { result } = response;
    if (typeof result === 'string' && isMarker(result)) continue;
    const replacement = hasFailed(taxonomy, use, response)
      ? summarizeResponse(call.call, response, taxonomy)
      : { ...response, result: pointerFor(use) };
    if (replacement === response || !isShorter(replacement.result, result)) continue;
    count += 1;
    if (current.blocks.length === 1) {
      view.setBlocks(entry, [replacement]);
      continue;
    }
    if (changed?.entry !== entry) settle();
    changed ??= { entry, blocks: new Map() };
    changed.blocks.set(response, replacement);
  }
  settle();
  return count;
}

function isShorter(after: unknown, before: unknown): boolean {
  const text = resultText(before);
  return text === undefined || typeof after !== 'string' || after.length < text.length;
}
