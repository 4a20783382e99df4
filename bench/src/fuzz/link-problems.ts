import type { Problem } from './fuzz-kind.ts';

/** Members by which messages, items and log records refer to each other. */
interface Linked {
  readonly type?: unknown;
  readonly id?: string;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly approval_request_id?: string;
  readonly role?: unknown;
  readonly function_call?: unknown;
  readonly payload?: unknown;
}

/** Checks links in plain JSON, without a codec: uuids and parents of log records, approvals by id, old function calls by position. */
export function linkProblems(messages: readonly object[]): Problem[] {
  const problems: Problem[] = [];
  const report = (index: number, message: string): void => {
    problems.push({ rule: 'links lead somewhere', message: `message ${index}: ${message}` });
  };
  const all = new Set(messages.map((message) => (message as Linked).uuid));
  const uuids = new Set<unknown>();
  const requests = new Set<string | undefined>();
  let isCalled = false;
  for (const [index, message] of messages.entries()) {
    const { uuid, parentUuid, payload, role, function_call: called } = message as Linked;
    if (uuid !== undefined && uuids.has(uuid)) report(index, `${uuid} is there twice`);
    uuids.add(uuid);
    if (typeof parentUuid === 'string' && !all.has(parentUuid)) report(index, 'has no parent');
    const item = (payload ?? message) as Linked;
    if (item.type === 'mcp_approval_request') requests.add(item.id);
    if (item.type === 'mcp_approval_response' && !requests.delete(item.approval_request_id)) {
      report(index, 'approves no request');
    }
    if (role === 'function' && !isCalled) report(index, 'answers no function call');
    isCalled = typeof called === 'object';
  }
  for (const id of requests) report(messages.length, `${id} lost its response`);
  return problems;
}
