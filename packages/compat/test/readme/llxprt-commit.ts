import { applyCompressionWithAnchor } from '@palimpsest/compat/llxprt';
import type { CompressionResult, IContent } from '@palimpsest/compat/llxprt';

interface HistoryService {
  getRawHistory(): readonly IContent[];
  getCacheAnchorSeq(): number;
  replaceAll(entries: readonly IContent[]): Promise<void>;
  setCacheAnchorSeq(seq: number): void;
  resetCacheAnchorSeq(): void;
}

export async function commit(service: HistoryService, result: CompressionResult): Promise<void> {
  const before = service.getRawHistory();
  const next = applyCompressionWithAnchor(before, result, service.getCacheAnchorSeq());
  if (next.history === before) return;
  await service.replaceAll(next.history);
  if (next.anchorSeq === 0) service.resetCacheAnchorSeq();
  else service.setCacheAnchorSeq(next.anchorSeq);
}
