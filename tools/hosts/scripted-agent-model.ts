import { apiOfPath, writeAnswer, type Answer, type ApiName } from './scripted-apis.ts';
import { serveScript, type ScriptServer } from './serve-script.ts';

/** A request body of any API. */
export type ApiBody = Readonly<Record<string, unknown>>;

/** A request with tools that a model received. */
export interface AgentRequest {
  readonly api: ApiName;
  readonly body: ApiBody;
  /** The body as it was sent. */
  readonly text: string;
}

/** A model of all APIs that runs shell commands, and recalls once what was removed first. */
export interface AgentModel extends ScriptServer {
  readonly requests: readonly AgentRequest[];
  /** Returns the number of requests without tools: titles, routes and summaries. */
  sideRequests(): number;
  /** Returns the recall call, if there was one: its id, and the position of the request with its result. */
  recall(): Recall | undefined;
}

export interface Recall {
  readonly id: string;
  readonly at: number;
}

interface Tool {
  readonly name: string;
  readonly schema: ApiBody;
}

const SHELL =
  /^(?:bash|shell|exec_command|shell_command|run_shell_command|execute_command|run_commands|exec)$/i;

/** The last answer of the script. */
export const DONE = 'Done: every command ran.';

/** Starts a model on loopback that runs each command once, and then says that it is done. It stops by itself after `lifetimeMs`. */
export async function startAgentModel(
  commands: readonly string[],
  lifetimeMs: number,
): Promise<AgentModel> {
  const requests: AgentRequest[] = [];
  let next = 0;
  let answered = 0;
  let sideRequests = 0;
  let recall: Recall | undefined;

  function answerTo(tools: readonly Tool[], messages: string): Answer {
    const shell = tools.find(({ name }) => SHELL.test(name));
    const command = commands[next];
    if (shell === undefined || command === undefined) return { text: DONE };
    const [, recallId] = /#([\da-f]{8})/.exec(messages) ?? [];
    const canRecall = tools.some(({ name }) => name === 'recall');
    if (canRecall && recall === undefined && recallId !== undefined && next > commands.length / 2) {
      recall = { id: recallId, at: requests.length };
      const input = { id: recallId, limit: 20 };
      return { calls: [{ id: 'call_recall', name: 'recall', input }] };
    }
    next += 1;
    return {
      text: `Step ${next}.`,
      calls: [{ id: `call_${next}`, name: shell.name, input: fill(shell.schema, command) }],
    };
  }

  const server = await serveScript(lifetimeMs, ({ method, url, text }) => {
    const api = method === 'POST' ? apiOfPath(url) : undefined;
    if (api === undefined) return undefined;
    const body = JSON.parse(text) as ApiBody;
    const tools = toolsOf(body);
    if (tools.length > 0) requests.push({ api, body, text });
    else sideRequests += 1;
    answered += 1;
    const schema = wantedSchema(body);
    const answer =
      schema === undefined
        ? {
            ...answerTo(tools, JSON.stringify(messagesIn(body))),
            hasReasoning: takesReasoning(body),
          }
        : { text: JSON.stringify(sampleOf(schema)) };
    return writeAnswer(api, answer, {
      isStream: body['stream'] === true || url.includes('streamGenerateContent'),
      number: answered,
      promptTokens: Math.ceil(text.length / 4),
    });
  });
  return { ...server, requests, sideRequests: () => sideRequests, recall: () => recall };
}

/** Returns whether an agent asks for reasoning, which it sends again with the next request. */
export function takesReasoning({ thinking, include }: ApiBody): boolean {
  const isOn = isRecord(thinking) && thinking['type'] !== 'disabled';
  return isOn || (Array.isArray(include) && include.includes('reasoning.encrypted_content'));
}

/** Returns the messages of a request. */
export function messagesIn(body: ApiBody): readonly unknown[] {
  return (body['messages'] ?? body['contents'] ?? body['input']) as readonly unknown[];
}

/** Returns the JSON schema of the response that a side call of Gemini CLI asks for: it repeats the call until it gets one. */
function wantedSchema({ generationConfig: config }: ApiBody): ApiBody | undefined {
  const schema = isRecord(config)
    ? (config['responseJsonSchema'] ?? config['responseSchema'])
    : undefined;
  return isRecord(schema) ? schema : undefined;
}

/** Returns the smallest value that a JSON schema accepts. */
function sampleOf({ enum: values, type, properties }: ApiBody): unknown {
  if (Array.isArray(values)) return values[0];
  if (isRecord(properties)) {
    const members = Object.entries(properties);
    return Object.fromEntries(
      members.map(([name, schema]) => [name, sampleOf(isRecord(schema) ? schema : {})]),
    );
  }
  return type === 'boolean' ? false : type === 'number' || type === 'integer' ? 0 : 'scripted';
}

function toolsOf(body: ApiBody): readonly Tool[] {
  return recordsIn(body['tools']).flatMap((tool) => {
    const declared = recordsIn(tool['functionDeclarations']);
    if (declared.length > 0) return declared.map(toTool);
    const called = tool['function'];
    return [toTool(isRecord(called) ? called : tool)];
  });
}

function toTool(tool: ApiBody): Tool {
  const schema = tool['input_schema'] ?? tool['parametersJsonSchema'] ?? tool['parameters'];
  return { name: String(tool['name']), schema: isRecord(schema) ? schema : {} };
}

/** Returns arguments for one shell command in the shape that the schema of a tool asks for. */
function fill(schema: ApiBody, command: string): ApiBody {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]): [string, unknown][] => {
      const type: unknown = isRecord(property) ? property['type'] : undefined;
      if (/^(?:command|cmd)$/i.test(name)) {
        return [[name, type === 'array' ? ['bash', '-lc', command] : command]];
      }
      if (name === 'commands') return [[name, [command]]];
      if (!required.includes(name)) return [];
      return [[name, type === 'boolean' ? false : type === 'string' ? 'scripted' : 10_000]];
    }),
  );
}

function recordsIn(value: unknown): readonly ApiBody[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is ApiBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
