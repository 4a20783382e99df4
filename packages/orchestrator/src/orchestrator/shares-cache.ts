import type { Ground } from './ground.ts';

/** Whether what a provider kept of the last request can serve this one: not for another model, or behind another system prompt or tools. */
export function sharesCache({ state, request, call }: Ground): boolean {
  const { sent } = state;
  return sent !== undefined && sent.model === request.model && sent.beside === call.lines.beside;
}
