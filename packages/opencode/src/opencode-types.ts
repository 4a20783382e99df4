import type { PluginOptions } from '@palimpsest/host';

// The parts of opencode's plugin API (1.18) that this package uses. opencode passes its API in, so nothing of it is imported.

/** A stored message of a session. */
export interface SessionMessage {
  readonly info: MessageInfo;
  readonly parts: readonly Part[];
}

export interface MessageInfo {
  readonly id: string;
  readonly sessionID: string;
  readonly role: 'user' | 'assistant';
  /** Of a user message: the model that it is for. */
  readonly model?: ModelName;
  /** Of an assistant message: what the provider counted. */
  readonly tokens?: TokenUsage;
  /** `true` for the summary of a compaction. */
  readonly summary?: unknown;
  readonly error?: unknown;
}

export interface ModelName {
  readonly providerID: string;
  readonly modelID: string;
}

interface TokenUsage {
  /** Without the tokens that were read from a cache or written to it. */
  readonly input: number;
  readonly cache: { readonly read: number; readonly write: number };
}

/** A part of a message. A call of a tool and its result are one part. */
export interface Part {
  readonly id: string;
  readonly type: string;
  readonly text?: string;
  /** Whether a text is shown to the person and not sent. */
  readonly ignored?: boolean;
  readonly synthetic?: boolean;
  readonly mime?: string;
  readonly url?: string;
  readonly callID?: string;
  readonly tool?: string;
  readonly state?: ToolState;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ToolState {
  readonly status: 'pending' | 'running' | 'completed' | 'error';
  readonly input: Readonly<Record<string, unknown>>;
  readonly output?: string;
  readonly error?: string;
  readonly attachments?: readonly Part[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** `compacted` is when opencode pruned the output. */
  readonly time?: { readonly compacted?: number };
}

/** Limits of a model in tokens. 0 stands for unknown. */
export interface ModelLimit {
  readonly context: number;
  readonly input?: number;
  readonly output: number;
}

interface Answer<Data> {
  readonly data?: Data;
}

/** opencode's API for a plugin. */
export interface Client {
  readonly config: {
    providers(): Promise<
      Answer<{
        readonly providers: readonly {
          readonly id: string;
          readonly models: Readonly<Record<string, { readonly limit: ModelLimit }>>;
        }[];
      }>
    >;
  };
  readonly session: {
    messages(request: {
      readonly path: { readonly id: string };
    }): Promise<Answer<readonly SessionMessage[]>>;
  };
  readonly tui: {
    showToast(request: {
      readonly body: { readonly message: string; readonly variant: 'info' | 'error' };
    }): Promise<unknown>;
  };
}

/** opencode's configuration, as far as the plugin changes it. */
export interface Config {
  provider?: Record<string, unknown>;
  agent?: Record<string, { readonly model?: string } | undefined>;
  command?: Record<string, unknown>;
  compaction?: { readonly prune?: boolean };
}

export interface Hooks {
  config(config: Config): Promise<void>;
  readonly tool: Readonly<
    Record<
      string,
      {
        readonly description: string;
        /** JSON Schemas of the arguments. */
        readonly args: Readonly<Record<string, object>>;
        execute(input: unknown, context: { readonly sessionID: string }): Promise<string>;
      }
    >
  >;
  event(input: {
    readonly event: { readonly type: string; readonly properties?: unknown };
  }): Promise<void>;
  'tool.definition'(
    input: { readonly toolID: string },
    output: { jsonSchema?: object },
  ): Promise<void>;
  /** An error stops the call. */
  'tool.execute.before'(
    input: { readonly tool: string; readonly sessionID: string },
    output: { readonly args: unknown },
  ): Promise<void>;
  'command.execute.before'(
    input: { readonly command: string; readonly sessionID: string; readonly arguments: string },
    output: { readonly parts: object[] },
  ): Promise<void>;
  'experimental.session.compacting'(
    input: { readonly sessionID: string },
    output: { prompt?: string },
  ): Promise<void>;
  /** The list is changed in place. */
  'experimental.chat.messages.transform'(
    input: object,
    output: { readonly messages: SessionMessage[] },
  ): Promise<void>;
}

/** What opencode loads. */
export interface PluginModule {
  readonly id: string;
  server(input: { readonly client: Client }, options?: PluginOptions): Promise<Hooks>;
}
