import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant } from '../../src/arena/contestant.ts';
import { contentText, type ChatMessage } from '../../src/retention/chat-message.ts';

export const dcpAutomatic: Contestant = {
  name: 'opencode-dcp, automatic part',
  package: '@tarquinen/opencode-dcp',
  call: 'its hook `experimental.chat.messages.transform` with the default configuration but no update of itself; what the model asks for with its tool does not happen',
  slowAbove: 2_000,
  async compress(messages) {
    const session = encoded(messages);
    const transform = await freshHook();
    await transform({}, { messages: session });
    return decoded(session);
  },
};

type Transform = (input: object, output: { messages: Stored[] }) => Promise<void>;
let folder: string | undefined;

/** Creates the plugin anew, with a configuration and a store of its own. */
async function freshHook(): Promise<Transform> {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'arena-dcp-'));
    mkdirSync(join(folder, 'opencode'));
    writeFileSync(join(folder, 'opencode', 'dcp.jsonc'), JSON.stringify({ autoUpdate: false }));
  }
  // The plugin reads these when it is loaded.
  process.env['XDG_CONFIG_HOME'] = folder;
  process.env['XDG_DATA_HOME'] = mkdtempSync(join(folder, 'data-'));
  const { default: server } = await import('@tarquinen/opencode-dcp');
  const client = {
    session: { get: () => Promise.resolve({ data: {} }) },
    tui: { showToast: () => Promise.resolve() },
  };
  const hooks = await server({ client, directory: folder, worktree: folder } as never, undefined);
  return hooks['experimental.chat.messages.transform'] as unknown as Transform;
}

interface Stored {
  readonly info: object & { readonly role: string };
  readonly parts: Part[];
}
interface Part {
  readonly type: string;
  readonly text?: string;
  readonly callID?: string;
  readonly tool?: string;
  readonly state?: { readonly input?: unknown; readonly output?: string; readonly error?: string };
}

let sessions = 0;

/** opencode holds a call and its result as one part. */
function encoded(messages: readonly ChatMessage[]): Stored[] {
  sessions += 1;
  const sessionID = `session-${sessions}`;
  const results = new Map<string, string>();
  for (const message of messages) {
    if (message.tool_call_id !== undefined) results.set(message.tool_call_id, contentText(message));
  }
  return messages
    .filter(({ role }) => role !== 'tool')
    .map((message, at) => {
      const { role, tool_calls: calls = [] } = message;
      const own = { sessionID, messageID: `m${at}` };
      const text = contentText(message);
      const parts = [
        ...(text === '' ? [] : [{ ...own, id: `p${at}`, type: 'text', text }]),
        ...calls.map(({ id, function: called }) => ({
          ...own,
          id: `p${id}`,
          type: 'tool',
          tool: called.name,
          callID: id,
          state: {
            status: 'completed',
            input: argumentsOf(called.arguments),
            output: results.get(id) ?? '',
            time: { start: at, end: at },
          },
        })),
      ];
      const model = { providerID: 'none', modelID: 'model' };
      return {
        info: { id: `m${at}`, sessionID, role, time: { created: at + 1 }, model, agent: 'build' },
        parts,
      };
    });
}

const RAW = 'raw';

function argumentsOf(text: string): object {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Falls through: some recorded arguments are cut.
  }
  return { [RAW]: text };
}

function decoded(messages: readonly Stored[]): ChatMessage[] {
  return messages.flatMap(({ info: { role }, parts }): ChatMessage[] => {
    const text = parts
      .flatMap((part) => (part.type === 'text' ? (part.text ?? []) : []))
      .join('\n');
    const tools = parts.filter(({ type }) => type === 'tool');
    const calls = tools.map(({ callID, tool, state }) => {
      const { [RAW]: raw, ...input } = (state?.input ?? {}) as Record<string, unknown>;
      const written = typeof raw === 'string' ? raw : JSON.stringify(input);
      return {
        id: callID!,
        type: 'function' as const,
        function: { name: tool!, arguments: written },
      };
    });
    if (text === '' && calls.length === 0) return [];
    return [
      { role, content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
      ...tools.map(({ callID, state }) => ({
        role: 'tool',
        tool_call_id: callID!,
        content: state?.output ?? state?.error ?? '',
      })),
    ];
  });
}
