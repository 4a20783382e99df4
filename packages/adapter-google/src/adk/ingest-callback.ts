import type { SingleAfterToolCallback } from '@google/adk';
import { isFields, type Adapter } from '@palimpsest/adapter';
import { RECALL_TOOL } from '@palimpsest/recall';

/** Reduces results as tools return them; ADK wraps values that are not records only afterwards. Recalled content stays whole. */
export function ingestCallback(adapter: Pick<Adapter, 'ingest'>): SingleAfterToolCallback {
  return async ({ tool, args, response }) => {
    const result: unknown = response;
    if (tool.name === RECALL_TOOL.name || result === undefined || result === null) return undefined;
    const kept = await adapter.ingest({ toolName: tool.name, parameters: args, result });
    if (kept === result) return undefined;
    return isFields(kept) ? kept : { result: kept };
  };
}
