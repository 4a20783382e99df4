import type { SingleAfterToolCallback } from '@google/adk';
import type { Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** Results as tools return them: the framework wraps what is no record only afterwards. What was recalled was asked for in full. */
export function ingestCallback(adapter: Pick<Adapter, 'ingest'>): SingleAfterToolCallback {
  return async ({ tool, args, response }) => {
    const result: unknown = response;
    if (tool.name === RECALL_TOOL.name || result === undefined || result === null) return undefined;
    const kept = await adapter.ingest({ toolName: tool.name, parameters: args, result });
    if (kept === result) return undefined;
    return isRecord(kept) ? kept : { result: kept };
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
