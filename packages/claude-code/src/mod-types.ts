// The parts of Claude Code's API for mods (2.1.330) that this package uses. Claude Code passes its API in, so nothing of it is imported.

/** A message as Claude Code hands it to a mod. Results of calls stand in the user message that follows. */
export interface SessionMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly toolUses: readonly ToolUse[];
  readonly toolResults?: readonly ToolResult[];
  /** A message with its handle stays Claude Code's own, with images and reminders. Without, it is built from the other members. */
  readonly handle?: string;
}

interface ToolUse {
  readonly tool_use_id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface ToolResult {
  readonly tool_use_id: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface CompactEvent {
  readonly trigger: 'manual' | 'auto' | 'plugin' | 'precompute';
  /** The subagent whose messages these are. */
  readonly agentId?: string;
  /** Text after `/compact`. */
  readonly instructions?: string;
  readonly messages: readonly SessionMessage[];
}

export interface CompactResult {
  readonly messages: readonly SessionMessage[];
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
}

/** A call of a tool. The arguments of the call are its other members. */
interface ToolCallEvent extends Readonly<Record<string, unknown>> {
  readonly tool: string;
}

/** What a call gave. Claude Code's own tools also have a text, as the model sees it. */
export type ToolOutcome =
  | { readonly result: unknown; readonly text?: unknown }
  | { readonly deny: string };

interface CommandEvent {
  readonly args: string;
}

interface Events {
  readonly 'session.start': [event: object, result: object];
  readonly 'session.compact': [event: CompactEvent, result: CompactResult];
  readonly 'tool.call': [event: ToolCallEvent, result: ToolOutcome];
  readonly 'command.run': [event: CommandEvent, result: { readonly text: string }];
}

type Next<Name extends keyof Events> = (event: Events[Name][0]) => Promise<Events[Name][1]>;

interface Failure {
  readonly error?: { readonly message?: string };
}

type Hook<Name extends keyof Events> = (
  $: Mod,
  event: Events[Name][0],
  next: Next<Name>,
) => Promise<Events[Name][1]>;

interface Registration<Name extends keyof Events> {
  /** Sets what runs when the hook fails. Its `next` has the reason. */
  catch(
    hook: ($: Mod, event: Events[Name][0], next: Next<Name> & Failure) => Promise<Events[Name][1]>,
  ): void;
}

export interface On {
  <Name extends keyof Events>(name: Name, hook: Hook<Name>): Registration<Name>;
  <Name extends keyof Events>(
    name: Name,
    matcher: Readonly<Record<string, string>>,
    hook: Hook<Name>,
  ): Registration<Name>;
}

/** What a hook may ask of Claude Code, which reads the source text of a mod to find out: the parameter must be named `$`, calls `$.noun.verb(…)`. */
export interface Mod {
  readonly clock: { after(milliseconds: number, run: () => void): unknown };
  readonly command: {
    register(command: {
      readonly name: string;
      readonly description: string;
      readonly argumentHint?: string;
    }): Promise<unknown>;
    run(command: { readonly command: string; readonly args: string }): Promise<unknown>;
  };
  readonly env: { get(name: string): Promise<string | undefined> };
  readonly fs: {
    exists(path: string): Promise<boolean>;
    list(path: string): Promise<readonly { readonly name: string }[]>;
    read(path: string): Promise<string>;
    write(path: string, text: string): Promise<void>;
  };
  readonly session: {
    id(): Promise<string>;
    /** Returns the messages since the last compaction. */
    messages(): Promise<readonly SessionMessage[]>;
    usage(): Promise<{ readonly context: { readonly tokens?: number; readonly window: number } }>;
  };
  readonly tool: {
    register(tool: {
      readonly name: string;
      readonly description: string;
      readonly inputSchema: object;
      readonly isDeferred: boolean;
    }): Promise<unknown>;
  };
  readonly ui: { log(text: string): void };
}
