import type { IContent } from '@palimpsest/core-types';
import type { PrepareRequest } from './prepare-request.ts';

/** Whether a provider keeps the conversation, and the host did not say to break with it (`metadata.responsesStored`, as llxprt-code has it). */
export function isServerHeld(
  { serverHeld }: PrepareRequest,
  history: readonly IContent[],
): boolean {
  if (serverHeld !== undefined) return serverHeld === 'leave';
  for (let at = history.length - 1; at >= 0; at -= 1) {
    const { speaker, metadata } = history[at]!;
    if (speaker === 'ai') return metadata?.['responsesStored'] === true;
  }
  return false;
}
