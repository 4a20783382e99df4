import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pointAtProxy } from '../../packages/cli/src/proxy/run-command.ts';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import type { HostCheck } from './host-check.ts';
import { PROXIED_AGENTS } from './proxied-agents.ts';
import { TASK } from './requests.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel } from './scripted-model.ts';

const TIMEOUT = 900_000;
const PROMPT = 'Go on.';

/** Sessions that the agents recorded. */
const SESSIONS = fileURLToPath(new URL('../../packages/cli/test/handoff/', import.meta.url));

/** How agents go on with a session that was handed over, before the prompt. `handoff --to` knows them by other names. */
const RECEIVERS: Readonly<
  Record<string, { readonly to: string; readonly resume: (next: string) => readonly string[] }>
> = {
  'claude-code': { to: 'claude-code', resume: (next) => [...lastWords(next, 2), '--'] },
  codex: { to: 'codex', resume: (next) => ['resume', ...lastWords(next, 1)] },
  pi: { to: 'pi', resume: (next) => lastWords(next, 2) },
  opencode: { to: 'opencode', resume: (next) => lastWords(next, 2) },
  'gemini-cli': { to: 'gemini', resume: (next) => [...lastWords(next, 2), '-p'] },
};

/** Hands sessions of five agents over to a released one, which goes on with each. */
export const HANDOFF_CHECKS: readonly HostCheck[] = PROXIED_AGENTS.filter(
  ({ name }) => RECEIVERS[name] !== undefined,
).map((agent) => ({
  name: `handoff-${agent.name}`,
  version: agent.version,
  install: agent.install,
  async check({ installed, command, folder, note }) {
    const [home, work] = [join(folder, 'home'), join(folder, 'work')];
    for (const path of [home, work]) mkdirSync(path, { recursive: true });
    agent.configure?.(home);
    const { to, resume } = RECEIVERS[agent.name]!;
    const model = await startScriptedModel(TIMEOUT, { isAgent: true });
    const sessions = readdirSync(SESSIONS).filter((file) => /\.jsonl?$/.test(file));
    try {
      for (const session of sessions) {
        const env = { HOME: home, PROMPT, ...agent.env };
        const handoff = ['handoff', join(SESSIONS, session), '--to', to];
        const said = await runHost(command, handoff, { cwd: work, env, timeoutMs: TIMEOUT });
        const next = /^Go on with: (.+)$/m.exec(said)![1]!;
        const start = agent.command(installed, { text: PROMPT, isResumed: false });
        const args = withResume(start.slice(1), resume(next));
        const pointed = pointAtProxy(start[0]!, args, env, model.url);
        const options = { cwd: work, env: pointed.env, timeoutMs: TIMEOUT };
        // opencode keeps sessions in a database: its own command puts them there.
        const imported = /^opencode (import \S+)/.exec(next)?.[1]?.split(' ');
        if (imported !== undefined) await runHost(start[0]!, imported, options);
        const asked = model.requests.length;
        await runHost(start[0]!, pointed.args, options);
        const { api, messages } = model.requests[asked]!;
        const sent = JSON.stringify(messages);
        assert.ok(sent.includes('Report of the earlier part'), `${session}: the report is sent`);
        for (const words of [TASK, 'echo hello', 'echo bye', PROMPT])
          assert.ok(sent.includes(words), `${session}: "${words}" is in the request`);
        const conversation = messages.filter(
          (message) => (message as { readonly role?: unknown }).role !== 'system',
        );
        assert.deepEqual(providerChecks[api](conversation), []);
        note(`${session}: the request has the report and the prompt, ${sent.length} bytes`);
      }
      return { 'sessions taken over': `${sessions.length} of ${sessions.length}` };
    } finally {
      await model.close();
    }
  },
}));

function lastWords(text: string, count: number): readonly string[] {
  return text.split(' ').slice(-count);
}

/** Returns the arguments with those that resume a session before the prompt, or in the script that a shell runs. */
function withResume(args: readonly string[], resume: readonly string[]): readonly string[] {
  if (args[0] === '-c')
    return ['-c', args[1]!.replace(' "$PROMPT"', ` ${resume.join(' ')} "$PROMPT"`)];
  const options = args.slice(0, -1).filter((one) => !resume.includes(one));
  return [...options, ...resume, args.at(-1)!];
}
