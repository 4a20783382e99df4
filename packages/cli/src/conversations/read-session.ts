import type { FormatName } from '@palimpsest/formats';

/** The messages of a session file, in a format that is close to it. */
export interface StoredSession {
  readonly format: FormatName;
  readonly messages: readonly object[];
}

type Members = Readonly<Record<string, unknown>>;

/** How a session file begins: of pi, of Gemini CLI, and what `opencode export` prints. */
const START = /^\s*\{\s*(?:"type"\s*:\s*"session"|"sessionId"\s*:|"info"\s*:\s*\{)/;

/** Returns whether a text begins like a session file. */
export function beginsSession(text: string): boolean {
  return START.test(text);
}

/**
 * Reads a session file of pi, Gemini CLI or opencode as its agent would go on with it. Returns `undefined` for any other text.
 * Logs of Claude Code and Codex are formats of their own.
 */
export function readSession(text: string): StoredSession | undefined {
  const [only, ...others] = parseRecords(text);
  if (only === undefined) return undefined;
  if (only['type'] === 'session' && typeof only['id'] === 'string') return readPi(others);
  if (typeof only['sessionId'] === 'string' && 'projectHash' in only)
    return readGemini([only, ...others]);
  const first = membersOf(listOf(only['messages'])[0]);
  const isExport = others.length === 0 && 'info' in only && 'parts' in first;
  return isExport ? readOpencode(listOf(only['messages']).map(membersOf)) : undefined;
}

/** Parses a JSON object, or one object per line; an incomplete last line is left out. */
function parseRecords(text: string): readonly Members[] {
  const whole = parse(text);
  if (whole !== undefined) return [whole];
  const records = text.trim().split('\n').map(parse);
  if (records.at(-1) === undefined) records.pop();
  return records.every((record) => record !== undefined) ? records : [];
}

function parse(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || typeof value !== 'object' || value === null
      ? undefined
      : (value as Members);
  } catch {
    return undefined;
  }
}

/** Follows the newest branch back to its start, or to the newest compaction. */
function readPi(records: readonly Members[]): StoredSession {
  const byId = new Map(records.map((record) => [record['id'], record]));
  const seen = new Set<Members>();
  for (let at = records.at(-1); at !== undefined && !seen.has(at); at = byId.get(at['parentId'])) {
    seen.add(at);
  }
  const branch = [...seen].toReversed();
  const compacted = branch.findLastIndex(({ type }) => type === 'compaction');
  const { summary, firstKeptEntryId } = branch[compacted] ?? {};
  const kept = branch.findIndex(({ id }) => id === firstKeptEntryId);
  const said = branch.filter((record, at) => {
    const isLeft = kept < 0 ? at > compacted : at >= kept;
    return record['type'] === 'message' && isLeft;
  });
  const messages = said.map(({ message }) => membersOf(message));
  const report = typeof summary === 'string' ? [{ role: 'user', content: summary }] : [];
  return { format: 'pi', messages: [...report, ...messages] };
}

/** A later record with the same id replaces the earlier one; `$set` replaces all. */
function readGemini(records: readonly Members[]): StoredSession {
  let said = new Map<unknown, Members>();
  for (const record of records) {
    const set = membersOf(record['$set'] ?? record)['messages'];
    if (Array.isArray(set)) said = new Map(set.map(membersOf).map((one) => [one['id'], one]));
    if (record['type'] !== undefined) said.set(record['id'], record);
  }
  const all = [...said.values()];
  const messages = all.flatMap((message, at): readonly object[] => {
    const { type, content, toolCalls } = message;
    const parts = typeof content === 'string' ? [{ text: content }] : listOf(content);
    if (type === 'user') return [{ role: 'user', parts }];
    if (type !== 'gemini') return [];
    const calls = listOf(toolCalls).map(membersOf);
    const called = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
    const filled = parts.filter((part) => membersOf(part)['text'] !== '');
    const answer = { role: 'model', parts: [...filled, ...called] };
    const results = calls.flatMap(({ result }) => listOf(result));
    // Newer versions log the results in the next message, too.
    const next = listOf(all[at + 1]?.['content']);
    const isLogged = next.some((part) => 'functionResponse' in membersOf(part));
    return results.length === 0 || isLogged ? [answer] : [answer, { role: 'user', parts: results }];
  });
  return { format: 'gemini', messages };
}

function readOpencode(stored: readonly Members[]): StoredSession {
  const messages = stored.flatMap((message): readonly object[] => {
    const { role } = membersOf(message['info']);
    const parts = listOf(message['parts']).map(membersOf);
    const content = parts.flatMap(({ type, text, ignored, callID, tool, state }): object[] => {
      if (type === 'text' && ignored !== true && text !== '') return [{ type, text }];
      const { input } = membersOf(state);
      return type === 'tool'
        ? [{ type: 'toolCall', id: callID, name: tool, arguments: input }]
        : [];
    });
    if (content.length === 0) return [];
    const results = parts.flatMap(({ type, callID: toolCallId, tool: toolName, state }) => {
      const { status, output, error } = membersOf(state);
      const text = status === 'completed' ? output : (error ?? 'The call was interrupted.');
      const result = { role: 'toolResult', toolCallId, toolName, isError: status !== 'completed' };
      return type === 'tool' ? [{ ...result, content: [{ type: 'text', text }] }] : [];
    });
    return [{ role, content }, ...results];
  });
  return { format: 'pi', messages };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
