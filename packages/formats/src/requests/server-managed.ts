import { listOf, isRecord } from '../values.ts';

const REFERENCES = ['previous_response_id', 'conversation'];

/**
 * Returns what says that the provider holds a part of the history of a request to the Responses API; `undefined` where the request has all
 * of it. Nothing may be taken out of such a history: which call a result answers cannot be seen.
 */
export function findServerManaged(body: Readonly<Record<string, unknown>>): string | undefined {
  const found = REFERENCES.find((name) => !isNothing(body[name]));
  return found ?? (answersReferences(listOf(body['input'])) ? 'item_reference' : undefined);
}

/** Returns whether items contain outputs without their calls, after references to items that the provider stores. */
function answersReferences(items: readonly unknown[]): boolean {
  const calls = new Set<string>();
  let refers = false;
  for (const item of items) {
    const { type, id, role, call_id: callId } = isRecord(item) ? item : {};
    refers ||= type === 'item_reference' || (isNothing(type) && isNothing(role) && !isNothing(id));
    if (typeof callId !== 'string') continue;
    if (refers && String(type).endsWith('_output') && !calls.has(callId)) return true;
    calls.add(callId);
  }
  return false;
}

function isNothing(value: unknown): boolean {
  return (value ?? undefined) === undefined;
}
