import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostCheck } from './host-check.ts';
import {
  assertCompacted,
  assertKept,
  assertStopped,
  assertValid,
  COPIES_MARK,
  KEEP,
  PREVIEW,
  sizeOf,
  TASK,
} from './requests.ts';
import { installs, runHost, until, type Talk } from './run-host.ts';
import { startScriptedModel } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const VERSION = '1.6.0';
const FILES = 20;
const STEPS = 50;
const LINES = 700;
/**
 * Tokens of the model's window: a compaction happens at 0.7 of it. The whole conversation, about 415,000 tokens as pi counts, fits: otherwise pi
 * compacts with a model after an undo.
 */
const WINDOW = 450_000;

/** Drives the released pi, headless, with the extension as it is published. */
export const checkPi: HostCheck = {
  name: 'pi',
  version: VERSION,
  install: installs(`@earendil-works/pi-coding-agent@${VERSION}`),
  async check({ installed, extension, folder, note }) {
    const home = join(folder, 'home');
    const work = createWorkFolder(folder, FILES, LINES);
    const agent = join(home, '.pi', 'agent');
    mkdirSync(agent, { recursive: true });
    const model = await startScriptedModel(300_000);
    const settings = join(agent, 'settings.json');
    writeFileSync(settings, JSON.stringify({ compaction: { reserveTokens: 3_000 } }));
    writeFileSync(join(agent, 'models.json'), JSON.stringify(modelsAt(model.url)));
    const env = { HOME: home, PI_OFFLINE: '1', PI_TELEMETRY: '0' };
    const cli = join(installed, 'node_modules', '.bin', 'pi');
    const run = (args: readonly string[], talk?: Talk): Promise<string> =>
      runHost(cli, [...args, '--model', 'scripted/scripted', '--thinking', 'low'], {
        cwd: work,
        env,
        ...(talk === undefined ? {} : { talk }),
      });
    const ask = (prompt: string, ...args: readonly string[]): Promise<string> =>
      run(['-p', ...args, prompt]);
    const pack = (verb: 'install' | 'remove'): Promise<string> =>
      runHost(cli, [verb, extension], { cwd: work, env });

    try {
      const before = readFileSync(settings, 'utf8');
      await pack('install');
      await run(['--mode', 'rpc'], async (write) => {
        write(rpcPrompt(`/keep ${KEEP}`));
        write(rpcPrompt('Hello.'));
        await until(() => model.requests.length > 0);
      });
      model.play(
        Array.from({ length: STEPS }, (_, at) => ({ shell: `cat f${(at % FILES) + 1}.txt` })),
      );
      await ask(TASK, '-c');
      const { description, figures } = assertCompacted(model);
      note(description);
      assertKept(model.requests);
      assert.equal(model.sideRequests.length, 0, 'no model was asked for a summary');

      const [id] = /#[0-9a-f]{8}/.exec(JSON.stringify(model.requests.at(-1)!.messages)) ?? [];
      model.play([{ tool: 'recall', input: { id, limit: 2 } }]);
      await ask('Recall the first file.', '-c');
      assert.match(JSON.stringify(model.requests.at(-1)!.messages.at(-1)), /line 1 of file/);
      note('a resumed session recalls what was taken out');

      model.play([COPIES_MARK]);
      await ask('Write the file.', '-c');
      assertStopped(model, work);
      note('a call that copies a mark is stopped, and the model is told why');

      const small = sizeOf(model.requests.at(-1)!);
      await pack('remove');
      // `pi remove` leaves an empty list.
      const { packages, ...others } = JSON.parse(readFileSync(settings, 'utf8')) as {
        packages: unknown;
      };
      assert.deepEqual([packages, others], [[], JSON.parse(before)], 'settings are as before');
      await ask('Go on.', '-c');
      assert.ok(
        sizeOf(model.requests.at(-1)!) < 1.1 * small,
        'a resume without the extension stays small',
      );
      note('a resume without the extension stays small');

      await pack('install');
      const asked = model.requests.length;
      await ask('/palimpsest undo', '-c');
      assert.equal(model.requests.length, asked, 'no model was asked to undo');
      await ask('And now?', '-c');
      const undone = model.requests[asked];
      assert.ok(undone !== undefined, 'the model was asked after the undo');
      const lines = JSON.stringify(undone.messages).split(': value_').length - 1;
      assert.ok(lines >= STEPS * LINES, `undo brings every line back: ${lines}`);
      assertValid([undone]);
      note(`undo brings back ${sizeOf(undone) - small} characters`);

      // Right after a compaction, here that of the undo, pi starts no other.
      await run(['--mode', 'rpc', '-c'], async (write, printed) => {
        write(rpcPrompt('/palimpsest preview'));
        await until(() => PREVIEW.test(printed()));
        write(rpcPrompt('And then?'));
        await until(() => model.requests.length > asked + 1);
      });
      assert.ok(sizeOf(model.requests.at(-1)!) > sizeOf(undone), 'preview changes nothing');
      await ask('/palimpsest compact before and NOW', '-c');
      await ask('And next?', '-c');
      assert.equal(model.sideRequests.length, 0, 'no model was asked for a summary');
      const chosen = model.requests.at(-1)!;
      assert.ok(
        sizeOf(chosen) < 0.7 * sizeOf(undone),
        `what stands before a message is shorter: ${sizeOf(undone)} became ${sizeOf(chosen)} characters`,
      );
      assert.match(JSON.stringify(chosen.messages), /And now\?/);
      assertValid([chosen]);
      note(`"compact before" removes ${sizeOf(undone) - sizeOf(chosen)} characters`);
      return figures;
    } finally {
      await model.close();
    }
  },
};

function modelsAt(url: string): object {
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const scripted = {
    id: 'scripted',
    reasoning: true,
    contextWindow: WINDOW,
    maxTokens: 16_000,
    input: ['text'],
    cost: free,
  };
  return {
    providers: {
      scripted: { baseUrl: url, api: 'anthropic-messages', apiKey: 'none', models: [scripted] },
    },
  };
}

/** Returns a line for pi's RPC mode. */
function rpcPrompt(message: string): string {
  return JSON.stringify({ type: 'prompt', message });
}
