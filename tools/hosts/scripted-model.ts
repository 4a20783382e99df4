import { apiOfPath, writeAnswer, type Answer, type ApiName } from './scripted-apis.ts';
import { serveScript, type ScriptServer } from './serve-script.ts';

/** A request body of any API. */
type ApiBody = Readonly<Record<string, unknown>>;

/** A request that a model received. */
export interface ModelRequest {
  readonly api: ApiName;
  readonly body: ApiBody;
  /** The body as it was sent. */
  readonly text: string;
  readonly messages: readonly unknown[];
  readonly tools: readonly Tool[];
}

/** A call that the model makes. `shell` runs a command with whatever shell tool the host offers. */
type Step =
  | { readonly shell: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

/** A model server of all APIs that follows a script. It reasons if it is asked to, and in chat completions always, as open models do. */
export interface ScriptedModel extends ScriptServer {
  /** Requests with tools, in order. */
  readonly requests: readonly ModelRequest[];
  /** Requests without tools, such as for a title, a route or a summary. */
  readonly sideRequests: readonly ModelRequest[];
  /** For each request with tools, the milliseconds since the answer before it. */
  readonly waits: readonly number[];
  /** Replaces the script. After its last step, the model says that it is done. */
  play(steps: readonly Step[]): void;
  /** Returns the recall call that the model made on its own, if there was one: its id, and the position of the request with its result. */
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

interface ScriptOptions {
  readonly steps?: readonly Step[];
  /** Whether the model says what it does, and recalls once what was removed first. @default no */
  readonly isAgent?: boolean;
}

const SHELL =
  /^(?:bash|shell|exec_command|shell_command|run_shell_command|execute_command|run_commands|exec)$/i;

const REASONING =
  /"(?:type":"thinking|reasoning_content":"|encrypted_content":"|thoughtSignature":")/;

/** The last answer of the script. */
export const DONE = 'Done: every step of the script ran.';

/** Starts a model on loopback. It stops by itself after `lifetimeMs`. */
export async function startScriptedModel(
  lifetimeMs: number,
  { steps: given = [], isAgent = false }: ScriptOptions = {},
): Promise<ScriptedModel> {
  let steps = given;
  let next = 0;
  let recall: Recall | undefined;
  let answeredAt = performance.now();
  const requests: ModelRequest[] = [];
  const sideRequests: ModelRequest[] = [];
  const waits: number[] = [];

  function answerTo({ messages, tools }: ModelRequest): Answer {
    const shell = tools.find(({ name }) => SHELL.test(name));
    const step = tools.length === 0 ? undefined : steps[next];
    if (step === undefined || shell === undefined) return { text: DONE };
    const [, id] = /#([\da-f]{8})/.exec(JSON.stringify(messages)) ?? [];
    const canRecall = isAgent && tools.some(({ name }) => name === 'recall');
    if (canRecall && recall === undefined && id !== undefined && next > steps.length / 2) {
      recall = { id, at: requests.length };
      return { calls: [{ id: 'call_recall', name: 'recall', input: { id, limit: 20 } }] };
    }
    next += 1;
    const call =
      'tool' in step
        ? { name: step.tool, input: step.input }
        : { name: shell.name, input: fill(shell.schema, step.shell) };
    const number = requests.length + sideRequests.length;
    return {
      ...(isAgent && { text: `Step ${next}.` }),
      calls: [{ id: `call_${number}`, ...call }],
    };
  }

  const server = await serveScript(lifetimeMs, ({ method, url, text }) => {
    const api = method === 'POST' ? apiOfPath(url) : undefined;
    if (api === undefined) return undefined;
    const wait = performance.now() - answeredAt;
    const body = JSON.parse(text) as ApiBody;
    const request = { api, body, text, messages: messagesIn(body), tools: toolsOf(body) };
    const isSide = request.tools.length === 0;
    (isSide ? sideRequests : requests).push(request);
    if (!isSide) waits.push(wait);
    const schema = wantedSchema(body);
    const answer =
      schema === undefined
        ? { ...answerTo(request), hasReasoning: api === 'openai' || takesReasoning(body) }
        : { text: JSON.stringify(sampleOf(schema)) };
    const written = writeAnswer(api, answer, {
      isStream: body['stream'] === true || url.includes('streamGenerateContent'),
      number: requests.length + sideRequests.length,
      promptTokens: Math.ceil(text.length / 4),
    });
    answeredAt = performance.now();
    return written;
  });
  return {
    ...server,
    requests,
    sideRequests,
    waits,
    play(script) {
      steps = script;
      next = 0;
    },
    recall: () => recall,
  };
}

/** Returns whether a request has reasoning of an earlier answer. */
export function hasReasoning({ messages }: ModelRequest): boolean {
  return messages.some((message) => REASONING.test(JSON.stringify(message)));
}

/** Returns whether an agent asks for reasoning. */
function takesReasoning({ thinking, include, generationConfig: config }: ApiBody): boolean {
  const isOn = isRecord(thinking) && thinking['type'] !== 'disabled';
  const ofGemini = isRecord(config) ? config['thinkingConfig'] : undefined;
  return (
    isOn ||
    (Array.isArray(include) && include.includes('reasoning.encrypted_content')) ||
    (isRecord(ofGemini) && ofGemini['includeThoughts'] === true)
  );
}

function messagesIn(body: ApiBody): readonly unknown[] {
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
