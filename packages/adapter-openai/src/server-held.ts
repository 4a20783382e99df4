/** A body of a request. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a request goes on with a history that the server holds. */
export function isHeldByServer(body: Fields): boolean {
  return (body['previous_response_id'] ?? body['conversation'] ?? undefined) !== undefined;
}

/**
 * Whether items answer calls that the server holds: calls that stand nowhere, behind references to what it has stored. Which reference is
 * which call cannot be seen, so that nothing of such a history can be left out.
 */
export function answersReferences(items: readonly unknown[]): boolean {
  const calls = new Set<string>();
  let refers = false;
  for (const item of items) {
    const { type, id, role, call_id: callId }: Fields = { ...Object(item) };
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
