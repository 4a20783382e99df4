import { apiOfPath, writeAnswer, type Answer } from './scripted-apis.ts';
import { serveScript, type ScriptServer } from './serve-script.ts';

/** A call that the model makes. `shell` runs a command with whatever shell tool the host offers. */
type Step =
  | { readonly shell: string }
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };

export interface ModelRequest {
  readonly system?: unknown;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools?: readonly { readonly name: string; readonly input_schema?: object }[];
  readonly stream?: boolean;
}

/** A model server that follows a script. */
export interface ScriptedModel extends ScriptServer {
  /** Requests with tools, in order. */
  readonly requests: readonly ModelRequest[];
  /** Requests without tools, such as for a title or a summary. */
  readonly sideRequests: readonly ModelRequest[];
  /** For each request with tools, the milliseconds since the answer before it. */
  readonly waits: readonly number[];
  /** Replaces the script. After its last step, the model says that it is done. */
  play(steps: readonly Step[]): void;
}

const SHELL = /^(bash|shell|run_shell_command|execute_command)$/i;
const DONE = 'Done: every step of the script ran.';

/**
 * Starts a server on loopback that speaks Anthropic Messages, streamed or not, and follows a script instead of asking a model. It stops by
 * itself after `lifetimeMs`.
 */
export async function startScriptedModel(lifetimeMs: number): Promise<ScriptedModel> {
  let steps: readonly Step[] = [];
  let at = 0;
  const requests: ModelRequest[] = [];
  const sideRequests: ModelRequest[] = [];
  const waits: number[] = [];
  let answeredAt = performance.now();

  function nextAnswer({ tools = [] }: ModelRequest, number: number): Answer {
    const step = tools.length === 0 ? undefined : steps[at];
    if (step === undefined) return { text: DONE };
    at += 1;
    const shell = tools.find((tool) => SHELL.test(tool.name))?.name ?? '';
    const name = 'tool' in step ? step.tool : shell;
    const input = 'tool' in step ? step.input : { command: step.shell };
    return { calls: [{ id: `toolu_${number}`, name, input }] };
  }

  const server = await serveScript(lifetimeMs, ({ method, url, text }) => {
    if (method !== 'POST' || apiOfPath(url) !== 'anthropic') return undefined;
    const wait = performance.now() - answeredAt;
    const body = JSON.parse(text) as ModelRequest;
    const isSide = body.tools === undefined || body.tools.length === 0;
    (isSide ? sideRequests : requests).push(body);
    if (!isSide) waits.push(wait);
    const number = requests.length + sideRequests.length;
    const promptTokens = Math.ceil(text.length / 4);
    const facts = { number, isStream: body.stream === true, promptTokens };
    const written = writeAnswer('anthropic', nextAnswer(body, number), facts);
    answeredAt = performance.now();
    return written;
  });
  return {
    ...server,
    requests,
    sideRequests,
    waits,
    play(given) {
      steps = given;
      at = 0;
    },
  };
}
