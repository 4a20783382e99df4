import type { ChatMessage } from '../chat-message.ts';

const COMMIT = /git commit[^\n]*?-m\s+(?:"\$\(cat <<.?'?EOF'?\n(.*?)\nEOF|"([^"]+)"|'([^']+)')/gs;
const PULL_REQUEST = /gh (?:pr|issue) (?:create|edit|comment|review)\b(.*)/gs;
const PULL_REQUEST_TEXT =
  /--(?:title|body)\s+(?:"\$\(cat <<.?'?EOF'?\n(.*?)\nEOF|"((?:[^"\\]|\\.)+)"|'([^']+)')/gs;

/** Tools whose arguments are plans, questions and briefs. */
const PLAN_TOOLS: ReadonlySet<string> = new Set([
  'todowrite',
  'exitplanmode',
  'task',
  'agent',
  'askuserquestion',
  'think',
  'finish',
  'submit',
  'transfer_to_human_agents',
  'taskcreate',
  'taskupdate',
  'sendmessage',
]);
const PROSE_MEMBERS: ReadonlySet<string> = new Set([
  'plan',
  'thought',
  'prompt',
  'message',
  'summary',
  'question',
  'task_completed_message',
  'final_answer',
]);

type Members = Readonly<Record<string, unknown>>;

/** Yields the prose that an agent writes in its calls: commit messages, pull requests, plans, to-do items, briefs, notes. */
export function* writtenInCalls({ tool_calls: calls = [] }: ChatMessage): Generator<string> {
  for (const { function: called } of calls) {
    const members = membersOf(called.arguments);
    if (members === undefined) continue;
    const { command } = members;
    if (typeof command === 'string') yield* writtenInCommand(command);
    if (PLAN_TOOLS.has(called.name.toLowerCase())) yield* writtenInPlan(members);
    const path = members['file_path'] ?? members['path'];
    const text =
      members['content'] || members['file_text'] || members['new_string'] || members['new_str'];
    if (typeof path === 'string' && /\.(?:md|txt)$/.test(path) && typeof text === 'string') {
      yield text;
    }
  }
}

function* writtenInCommand(command: string): Generator<string> {
  for (const match of command.matchAll(COMMIT)) yield firstGroup(match);
  for (const [, rest = ''] of command.matchAll(PULL_REQUEST)) {
    for (const match of rest.matchAll(PULL_REQUEST_TEXT)) yield firstGroup(match);
  }
}

function* writtenInPlan(members: Members): Generator<string> {
  for (const [name, value] of Object.entries(members)) {
    if (name === 'todos' && Array.isArray(value)) {
      const items = value.map((item: Members | null) => item?.['content']);
      yield items.filter((item) => typeof item === 'string').join('\n');
    } else if (typeof value === 'string' && PROSE_MEMBERS.has(name)) yield value;
  }
}

function membersOf(json: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isRecord ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}

function firstGroup(match: RegExpMatchArray): string {
  return match.slice(1).find((group) => group !== undefined && group !== '') ?? '';
}
