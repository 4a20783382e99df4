import type { IContent } from '@palimpsest/core-types';
import type { PrepareRequest } from './prepare-request.ts';
import { sinceAnswer } from './since-answer.ts';

/** Whether a provider keeps the conversation, and the host did not say to break with it (`metadata.responsesStored`, as llxprt-code has it). */
export function isServerHeld(
  { serverHeld }: PrepareRequest,
  history: readonly IContent[],
): boolean {
  if (serverHeld !== undefined) return serverHeld === 'leave';
  return sinceAnswer(history).answer?.metadata?.['responsesStored'] === true;
}
