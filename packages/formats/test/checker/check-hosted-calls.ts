import { isRecord, listOf, membersOf, textOf } from '../../src/framework/values.ts';

/** A part of a call that the provider ran: what it is, and the id that links it. */
interface HostedPart {
  readonly index: number;
  readonly is: 'call' | 'result';
  readonly id: string;
}

/** Reports a message and what is wrong with it. */
export type ReportHosted = (index: number, message: string) => void;

/** Checks that each part of a content block list of Anthropic has its counterpart; a call in the last message may still run. */
export function checkHostedUses(messages: readonly unknown[], report: ReportHosted): void {
  const parts = messages.flatMap((message, index) =>
    listOf(membersOf(message)['content']).flatMap((part): HostedPart[] => {
      const { type, id, tool_use_id } = membersOf(part);
      if (type === 'server_tool_use' || type === 'mcp_tool_use')
        return [{ index, is: 'call', id: textOf(id) }];
      const isResult = textOf(type).endsWith('_tool_result');
      return isResult ? [{ index, is: 'result', id: textOf(tool_use_id) }] : [];
    }),
  );
  const open = checkResults(parts, report);
  for (const { index, id } of open) {
    if (index < messages.length - 1) report(index, `"${id}" has no result`);
  }
}

/** Checks that an approval, and a call with one, have the request that they name. */
export function checkApprovals(items: readonly unknown[], report: ReportHosted): void {
  const requests = new Set<string>();
  for (const [index, item] of items.entries()) {
    const { type, id, approval_request_id } = membersOf(item);
    if (type === 'mcp_approval_request') requests.add(textOf(id));
    if (type !== 'mcp_approval_response') continue;
    const named = textOf(approval_request_id);
    if (!requests.has(named)) report(index, `no request "${named}" is before its approval`);
  }
}

/** Checks that each result of code follows its code. */
export function checkExecutedCode(contents: readonly unknown[], report: ReportHosted): void {
  for (const [index, content] of contents.entries()) {
    const parts = listOf(membersOf(content)['parts']).map(membersOf);
    for (const [at, part] of parts.entries()) {
      const isResult = isRecord(part['codeExecutionResult']);
      const before = parts[at - 1] ?? {};
      if (isResult && !isRecord(before['executableCode'])) report(index, 'a result has no code');
      const isCode = isRecord(part['executableCode']);
      const after = parts[at + 1] ?? {};
      if (isCode && index < contents.length - 1 && !isRecord(after['codeExecutionResult']))
        report(index, 'code has no result');
    }
  }
}

/** Reports results without a call before them. Returns the calls without a result. */
function checkResults(parts: readonly HostedPart[], report: ReportHosted): readonly HostedPart[] {
  const open = new Map<string, HostedPart[]>();
  for (const part of parts) {
    const { index, is, id } = part;
    const calls = open.get(id) ?? [];
    open.set(id, calls);
    if (is === 'call') calls.push(part);
    else if (calls.shift() === undefined) report(index, `"${id}" has no call before its result`);
  }
  return [...open.values()].flat();
}
