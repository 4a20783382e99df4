import { join } from 'node:path';
import type { MainIo } from '../main-io.ts';
import { homeOf } from '../folders.ts';

/** What a handed over session begins with. */
interface Beginning {
  /** The first message, in the role of the user. */
  readonly text: string;
  /** A UUID. */
  readonly id: string;
  /** Time in ms since 1970. */
  readonly at: number;
  /** The folder that the agent works in. */
  readonly cwd: string;
}

/** A session as a file that its agent reads. */
interface SessionFile {
  readonly content: string;
  /** Absolute, if the agent reads sessions from a folder of its own only; else a name. */
  readonly path: string;
  /** Returns the command that goes on with the session in a file. */
  readonly next: (file: string) => string;
}

export type Writer = (beginning: Beginning, env: MainIo['env']) => SessionFile;

/** Agents that can take a session over. */
export const AGENTS = ['claude-code', 'codex', 'pi', 'opencode', 'gemini'] as const;

/** The form of the sessions of each. */
export const WRITERS: Readonly<Record<(typeof AGENTS)[number], Writer>> = {
  'claude-code': ({ text, id, at, cwd }, env) => {
    const folder = env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude');
    const record = {
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId: id,
      type: 'user',
      message: { role: 'user', content: text },
      uuid: id,
      timestamp: isoTime(at),
    };
    return {
      content: toLines([record]),
      path: join(folder, 'projects', cwd.replaceAll(/[^\dA-Za-z]/g, '-'), `${id}.jsonl`),
      next: () => `claude --resume ${id}`,
    };
  },
  codex: ({ text, id, at, cwd }, env) => {
    const folder = env['CODEX_HOME'] || join(homeOf(env), '.codex');
    const timestamp = isoTime(at);
    const [date = '', time = ''] = timestamp.slice(0, 19).replaceAll(':', '-').split('T');
    const session = {
      id,
      timestamp,
      cwd,
      originator: 'palimpsest',
      cli_version: '0.0.0',
      source: 'cli',
      model_provider: 'openai',
    };
    const content = [{ type: 'input_text', text }];
    return {
      content: toLines([
        { timestamp, type: 'session_meta', payload: session },
        { timestamp, type: 'response_item', payload: { type: 'message', role: 'user', content } },
        { timestamp, type: 'event_msg', payload: { type: 'user_message', message: text } },
      ]),
      path: join(folder, 'sessions', ...date.split('-'), `rollout-${date}T${time}-${id}.jsonl`),
      next: () => `codex resume ${id}`,
    };
  },
  pi: ({ text, id, at, cwd }) => {
    const timestamp = isoTime(at);
    const message = { role: 'user', content: [{ type: 'text', text }], timestamp: at };
    return {
      content: toLines([
        { type: 'session', version: 3, id, timestamp, cwd },
        { type: 'message', id: id.slice(0, 8), parentId: null, timestamp, message },
      ]),
      path: `${nameOf(id)}.jsonl`,
      next: (file) => `pi --session ${quoteForShell(file)}`,
    };
  },
  opencode: ({ text, id, at, cwd }) => {
    const hex = id.replaceAll('-', '');
    const [sessionID, messageID] = [`ses_${hex.slice(0, 26)}`, `msg_${hex.slice(0, 26)}`];
    const time = { created: at, updated: at };
    const session = {
      id: sessionID,
      slug: nameOf(id),
      projectID: 'global',
      directory: cwd,
      title: 'Handed over session',
      version: '0.0.0',
      time,
    };
    const info = {
      id: messageID,
      sessionID,
      role: 'user',
      time: { created: at },
      agent: 'build',
      model: { providerID: 'none', modelID: 'none' },
    };
    const part = { id: `prt_${hex.slice(0, 26)}`, sessionID, messageID, type: 'text', text };
    return {
      content: JSON.stringify({ info: session, messages: [{ info, parts: [part] }] }),
      path: `${nameOf(id)}.json`,
      next: (file) => `opencode import ${quoteForShell(file)} && opencode --session ${sessionID}`,
    };
  },
  gemini: ({ text, id, at }) => {
    const timestamp = isoTime(at);
    const session = {
      sessionId: id,
      projectHash: '',
      startTime: timestamp,
      lastUpdated: timestamp,
      messages: [{ id, timestamp, type: 'user', content: [{ text }] }],
      kind: 'main',
    };
    return {
      content: JSON.stringify(session),
      path: `${nameOf(id)}.json`,
      next: (file) => `gemini --session-file ${quoteForShell(file)}`,
    };
  },
};

/** Returns a file name as one word of a shell. */
function quoteForShell(name: string): string {
  return /^[\w./:\\-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

function toLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function nameOf(id: string): string {
  return `handed-over-${id.slice(0, 8)}`;
}
