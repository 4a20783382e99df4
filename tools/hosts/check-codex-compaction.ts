import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertRecalled } from './check-resume.ts';
import type { HostCheck } from './host-check.ts';
import { PROXIED_AGENTS } from './proxied-agents.ts';
import { assertValid, TASK } from './requests.ts';
import { runAgent } from './run-agent.ts';
import { DONE, hasReasoning } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const TURNS = 36;
/** Of a file of 20 kB. */
const LINES = 420;
/** Tokens at which Codex asks for a compaction, and a window in which the proxy shortens nothing before. */
const LIMIT = 60_000;
const WINDOW = 400_000;

const codex = PROXIED_AGENTS.find(({ name }) => name === 'codex')!;

/** Drives the released Codex through the proxy, which answers the compactions that Codex asks for. */
export const checkCodexCompaction: HostCheck = {
  name: 'codex-compaction',
  version: codex.version,
  install: codex.install,
  async check({ installed, command, folder, note }) {
    createWorkFolder(folder, TURNS, LINES);
    const agent = {
      ...codex,
      window: WINDOW,
      configure(home: string) {
        codex.configure?.(home);
        const config = join(home, '.codex', 'config.toml');
        const text = readFileSync(config, 'utf8');
        writeFileSync(config, `model_auto_compact_token_limit = ${LIMIT}\n${text}`);
      },
    };
    const commands = Array.from({ length: TURNS }, (_, at) => `cat f${at + 1}.txt`);
    const run = await runAgent(
      { agent, installed, folder, command },
      { text: TASK, isResumed: false },
      commands,
    );
    const { requests, output, home } = run;
    assert.ok(output.includes(DONE), 'the agent ended with the answer of the model');
    assert.ok(requests.length > TURNS, `${requests.length} requests of ${TURNS} turns`);
    assertValid(requests);
    assert.ok(requests.some(hasReasoning), 'requests have reasoning');
    for (const { text } of requests) {
      assert.ok(text.includes(TASK), 'the demands are in each request');
      assert.ok(!text.includes('"compaction_trigger"'), 'no model was asked for a compaction');
    }
    assert.equal(run.sideRequests, 0, 'no model was asked for a summary');
    assertRecalled(run);
    const compactions = countItems(home);
    assert.ok(compactions >= 2, `Codex stored ${compactions} items of the proxy`);
    note(`${requests.length} requests, ${compactions} compactions of Codex answered by the proxy`);
    return {
      requests: String(requests.length),
      compactions: String(compactions),
      reasoning: 'yes',
    };
  },
};

/** Returns the number of compactions in the session log. */
function countItems(home: string): number {
  const folder = join(home, '.codex', 'sessions');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const lines = logs
    .filter((path) => path.endsWith('.jsonl'))
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').split('\n'));
  return lines.filter((line) => line.includes('"type":"compacted"')).length;
}
