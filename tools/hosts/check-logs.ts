import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerChecks } from '../../packages/formats/test/checker/provider-checks.ts';
import { pointAtProxy } from '../../packages/cli/src/proxy/run-command.ts';
import type { HostCheck } from './host-check.ts';
import { PROXIED_AGENTS } from './proxied-agents.ts';
import { TASK } from './requests.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const FILES = 8;
const TIMEOUT = 300_000;
/** Share of the tokens that a compression leaves. */
const RATIO = '0.4';
const PROMPT = 'Go on.';
/** The first one edits results in place, the second one starts from what the first one left and writes a report. */
const STRATEGIES = ['extractive', 'salience'];

/** The agents with session logs. */
const AGENTS: ReadonlySet<string> = new Set(['claude-code', 'codex']);

/** Compresses session logs of released agents, and lets the agents go on with them. */
export const LOG_CHECKS: readonly HostCheck[] = PROXIED_AGENTS.filter(({ name }) =>
  AGENTS.has(name),
).map((agent) => ({
  name: `log-${agent.name}`,
  version: agent.version,
  install: agent.install,
  async check({ installed, command, folder, note }) {
    const home = join(folder, 'home');
    const work = createWorkFolder(folder, FILES, 180);
    mkdirSync(home, { recursive: true });
    agent.configure?.(home);
    const steps = Array.from({ length: FILES }, (_, at) => ({ shell: `cat f${at + 1}.txt` }));
    const model = await startScriptedModel(TIMEOUT, { steps, isAgent: true });
    const run = async (program: string, ...args: readonly string[]): Promise<void> => {
      const pointed = pointAtProxy(program, args, { HOME: home, ...agent.env }, model.url);
      // The model has the paths of a proxy's upstreams.
      await runHost(program, pointed.args, { cwd: work, env: pointed.env, timeoutMs: TIMEOUT });
    };
    const ask = async (text: string, isResumed: boolean): Promise<void> => {
      const [program = '', ...args] = agent.command(installed, { text, isResumed });
      await run(program, ...args);
    };
    const figures: Record<string, string> = {};
    try {
      await ask(TASK, false);
      const path = findLog(home);
      for (const strategy of STRATEGIES) {
        const whole = countLines(JSON.stringify(model.requests.at(-1)!.messages));
        const before = readFileSync(path, 'utf8');
        const options = ['--strategy', strategy, '--target-ratio', RATIO, '--out', path];
        await run(command, 'compress', path, ...options);
        const after = readFileSync(path, 'utf8');
        assert.ok(after.startsWith(before), 'the records of the agent stay');
        const left = countLines(messagesOf(after.slice(before.length)));
        assert.ok(sum(left) > 0 && sum(left) < 0.7 * sum(whole), `${sum(left)} lines are left`);

        const asked = model.requests.length;
        await ask(PROMPT, true);
        const { api, messages } = model.requests[asked]!;
        const sent = JSON.stringify(messages);
        assert.deepEqual(countLines(sent), left, 'the request has the lines of the compaction');
        assert.ok(sent.includes(TASK), 'the demands stand in the request');
        // After a compaction of its own, too, Claude Code sends an empty message of this role.
        const conversation = messages.filter(
          (message) => (message as { readonly role?: unknown }).role !== 'system',
        );
        assert.deepEqual(providerChecks[api](conversation), []);
        note(
          `after ${strategy}: ${sum(left)} of ${sum(whole)} lines of files, ${sent.length} bytes`,
        );
        figures[`lines after ${strategy}`] = `${sum(left)} of ${sum(whole)}`;
      }
      return figures;
    } finally {
      await model.close();
    }
  },
}));

function findLog(home: string): string {
  const logs = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:projects|sessions).*\.jsonl$/.test(path),
  );
  assert.equal(logs.length, 1, 'there is one session log');
  return join(home, logs[0]!);
}

/** Returns what the model receives of records: a log also keeps results for the display. */
function messagesOf(records: string): string {
  const read = records
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly message?: object; readonly payload?: object });
  return JSON.stringify(read.map(({ message, payload }) => message ?? payload));
}

/** Returns for each file the number of its lines in a text. */
function countLines(text: string): readonly number[] {
  return Array.from(
    { length: FILES },
    (_, at) => text.split(` of file ${at + 1}: value_`).length - 1,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
