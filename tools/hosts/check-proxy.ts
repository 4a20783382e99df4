import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { estimateTokens } from '@palimpsest/engine/tokens';
import { assertNoNewProblems, assertRecalled, checkResumed } from './check-resume.ts';
import type { HostCheck } from './host-check.ts';
import { measurePrefix } from './prefix-share.ts';
import { PROXIED_AGENTS } from './proxied-agents.ts';
import { percent, TASK } from './requests.ts';
import { runAgent } from './run-agent.ts';
import { DONE, hasReasoning, type ModelRequest } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const FILES = 18;
const TURNS = 2 * FILES;
/** Of a file of 20 kB. */
const LINES = 420;
/** Maximum share of the tokens that is sent. */
const SHARE = 0.55;

/** Drives released agents without the proxy and through it, as the published command starts it, and compares both. */
export const PROXY_CHECKS: readonly HostCheck[] = PROXIED_AGENTS.map((agent) => ({
  name: `proxy-${agent.name}`,
  version: agent.version,
  install: agent.install,
  async check({ installed, command, folder, note }) {
    createWorkFolder(folder, FILES, LINES);
    const alone = { agent, installed, folder };
    const through = { ...alone, command };
    const commands = Array.from({ length: TURNS }, (_, at) => `cat f${(at % FILES) + 1}.txt`);
    const task = { text: TASK, isResumed: false };
    const direct = await runAgent(alone, task, commands);
    const proxied = await runAgent(through, task, commands);
    const { requests } = proxied;
    assert.ok(requests.length > TURNS, `${requests.length} requests of ${TURNS} turns`);
    assertNoNewProblems(proxied, direct);
    const { id, at } = assertRecalled(proxied);
    for (const { text } of requests)
      assert.ok(text.includes(TASK), 'the demands are in each request');
    assert.equal(proxied.sideRequests, direct.sideRequests, 'no model was asked for a summary');

    assert.deepEqual(
      filesRead(requests).toSpliced(at, 1),
      filesRead(direct.requests),
      'the agent read the same files in the same order',
    );
    for (const { output } of [direct, proxied])
      assert.ok(output.includes(DONE), 'the agent ended with the answer of the model');
    const resumed = await checkResumed(through, alone);
    note(`resumed with ${resumed} messages`);
    assert.deepEqual(filesWith(id, proxied.home), [], 'the agent saw nothing of the recall');

    const summary = /palimpsest: (.*)/.exec(proxied.output)?.[1] ?? '';
    note(summary);
    const given = Number(/of ([\d,]+) bytes/.exec(summary)?.[1]?.replaceAll(',', ''));
    const usual = sum(direct.requests.map(({ text }) => Buffer.byteLength(text)));
    assert.ok(Math.abs(given / usual - 1) < 0.03, `the agent gave ${given} bytes, ${usual} alone`);
    const [tokens, without] = [requests, direct.requests].map((list) =>
      sum(list.map(({ text }) => estimateTokens(text))),
    ) as [number, number];
    const { all: same, between } = measurePrefix(requests);
    assert.ok(tokens / without <= SHARE, `${percent(tokens / without)} of the tokens were sent`);
    assert.ok(between >= 0.98, `${percent(between)} were the same between compressions`);
    return {
      turns: String(direct.requests.length),
      reasoning: requests.some(hasReasoning) ? 'yes' : 'no',
      'tokens without': String(without),
      'tokens sent': String(tokens),
      share: percent(tokens / without),
      'messages of the request before': percent(same),
      'between compressions': percent(between),
      'after a resume': resumed,
    };
  },
}));

/** What stands before the number of a file in each call. */
const NUMBER = 'cat f';

/** Returns the number of the file that the newest call in each request read. */
function filesRead(requests: readonly ModelRequest[]): readonly (string | undefined)[] {
  return requests.map(({ messages }) => {
    const text = JSON.stringify(messages);
    return /^\d+/.exec(text.slice(text.lastIndexOf(NUMBER) + NUMBER.length))?.[0];
  });
}

/** Returns the files of a home with a text in them, without those of the proxy. */
function filesWith(text: string, home: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(
      (path) =>
        !relative(home, path).startsWith(join('.local', 'state', 'palimpsest')) &&
        statSync(path).size < 100_000_000 &&
        readFileSync(path).includes(text),
    )
    .map((path) => relative(home, path));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
