import { openai } from '@palimpsest/formats';
import { applyDensityResult } from '@palimpsest/history';
import { HighDensityStrategy } from '@palimpsest/strategy-high-density';
import type { ChatMessage } from '../chat-message.ts';

const ONLY_STALE_READS = {
  readWritePruning: true,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 1,
  // Logs name files in full, or all from the same folder.
  workspaceRoot: '/',
} as const;

/** Without the reads of files that were written later, calls and results; nothing else is touched. */
export function withoutStaleReads(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const history = openai.decode(messages);
  const plan = new HighDensityStrategy().optimize(history, ONLY_STALE_READS);
  return openai.encode(applyDensityResult(history, plan)) as ChatMessage[];
}
