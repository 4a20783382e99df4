import { createStrategy } from '@palimpsest/engine';
import { openai } from '@palimpsest/formats/openai';
import { applyDensityResult } from '@palimpsest/history';
import { highDensity } from '@palimpsest/strategy-high-density';
import type { ChatMessage } from '../chat-message.ts';

const ONLY_STALE_READS = {
  readWritePruning: true,
  fileDedupe: false,
  recencyPruning: false,
  recencyRetention: 1,
  // Logs contain absolute paths, or paths relative to one folder.
  workspaceRoot: '/',
} as const;

/** Removes the reads of files that were written later, calls and results; changes nothing else. */
export function withoutStaleReads(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  const history = openai.decode(messages);
  const plan = createStrategy(highDensity).optimize(history, ONLY_STALE_READS);
  return openai.encode(applyDensityResult(history, plan)) as ChatMessage[];
}
