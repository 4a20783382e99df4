import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { examples } from '../../../tools/extent.ts';

const FILE = fileURLToPath(new URL('killed-process.ts', import.meta.url));
const PROCESSES = 3;
const ROUNDS = examples(32);

const redis = process.env['PALIMPSEST_REDIS'];

function exchange(round: number): readonly object[] {
  const id = `call_${round}`;
  const call = { name: 'bash', arguments: JSON.stringify({ command: `cat ${round}` }) };
  const lines = Array.from(
    { length: 400 },
    (_, line) => `line ${line} of ${round}: ${line * 7919}`,
  );
  return [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: lines.join('\n') },
  ];
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => [{ error: 'The process ended.' }]);
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  return answer;
}

test.each(['sqlite', 'unstorage', ...(redis === undefined ? [] : ['redis'])])(
  'processes that share a session over %s answer equally and lose no original, whichever of them is killed',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-killed-'));
    const place = name === 'redis' ? redis! : folder;
    const session = randomUUID();
    const running = new Set<ChildProcess>();
    const start = async (): Promise<ChildProcess> => {
      const execArgv = ['--conditions=@palimpsest/source', '--disable-warning=ExperimentalWarning'];
      const child = fork(FILE, [name, place, session], { execArgv });
      running.add(child);
      await answerOf(child);
      return child;
    };
    onTestFinished(() => {
      for (const child of running) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    let children = await Promise.all(Array.from({ length: PROCESSES }, start));
    const messages: object[] = [{ role: 'user', content: 'Read it all. Never touch c.txt.' }];
    let shortened = 0;
    let longestMs = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      messages.push(...exchange(round));
      const victim = children[round % PROCESSES]!;
      const others = children.filter((child) => child !== victim);
      const answers = Promise.all(others.map(answerOf));
      const began = performance.now();
      for (const child of children) child.send(messages);
      // Earlier and later in a request, which takes at most about as long as the slowest one before.
      await setTimeout((longestMs * ((round * 7) % 10)) / 10);
      victim.kill('SIGKILL');
      running.delete(victim);
      const next = start();
      const [first, ...rest] = (await answers) as { readonly sent: readonly object[] }[];
      longestMs = Math.max(longestMs, performance.now() - began);
      expect(first).toHaveProperty('sent');
      for (const other of rest) expect(other).toEqual(first);
      if (JSON.stringify(first!.sent).length < JSON.stringify(messages).length) shortened += 1;
      expect(JSON.stringify(first!.sent)).toContain('Never touch c.txt.');
      children = [...others, await next];
    }
    // The process that started last goes on as the others do.
    const [known, , newest] = children as [ChildProcess, ChildProcess, ChildProcess];
    const both = Promise.all([answerOf(known), answerOf(newest)]);
    for (const child of [known, newest]) child.send(messages);
    const [before, after] = await both;
    expect(after).toEqual(before);
    expect(shortened).toBeGreaterThan(0);
    newest.send('lost');
    const { count, lost } = (await answerOf(newest)) as { count: number; lost: object[] };
    expect(count).toBeGreaterThan(shortened);
    expect(lost).toEqual([]);
  },
);
