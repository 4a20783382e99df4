import { scrub, type ShownFolders } from './scrub.ts';
import type { SessionMessage, SessionToolCall } from './session-message.ts';
import type { ScriptedCall, Step } from './steps.ts';
import { runTool } from './tools.ts';

/**
 * Plays a script: every call is run in `root`, one after the other, and what its tool said is the result that is recorded.
 *
 * @throws where a call ends otherwise than its step goes on from: the files are not those the script was written for.
 */
export function play(
  system: string,
  steps: readonly Step[],
  root: string,
  folders: ShownFolders,
): SessionMessage[] {
  const messages: SessionMessage[] = [{ role: 'system', content: system }];
  let count = 0;
  for (const step of steps) {
    if (step.by === 'person') {
      messages.push({ role: 'user', content: step.text });
      continue;
    }
    const calls = step.calls.map((call) => ({ call, id: `call_${(count += 1)}` }));
    messages.push({
      role: 'assistant',
      content: step.text === '' ? null : step.text,
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(toolCall) }),
    });
    for (const { call, id } of calls) {
      const content = scrub(result(root, call, step.text), folders);
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
  return messages;
}

function toolCall({ call, id }: { readonly call: ScriptedCall; id: string }): SessionToolCall {
  return {
    id,
    type: 'function',
    function: { name: call.tool, arguments: JSON.stringify(call.parameters) },
  };
}

function result(root: string, { tool, parameters, outcome }: ScriptedCall, remark: string): string {
  const { failed, text } = runTool(root, tool, parameters);
  if (failed === (outcome === 'failure')) return text;
  throw new Error(
    `The script expects ${outcome} of ${tool} ${JSON.stringify(parameters)} after "${remark}", but it said:\n${text}`,
  );
}
