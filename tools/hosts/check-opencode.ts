import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
import { kiloCli, opencodeCli, type OpencodeCli } from './opencode-hosts.ts';
import { withServer } from './opencode-server.ts';
import { runHost } from './run-host.ts';
import { startScriptedModel, type ModelRequest, type ScriptedModel } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const FILES = 20;
const STEPS = 50;
/** Tokens of the model's window: a compaction happens at 0.7 of it. */
const WINDOW = 300_000;
/** A window that the whole session fits into, but not into 0.7 of it: Kilo never sends more than a window. */
const LARGE_WINDOW = 450_000;
/** A window in which neither the plugin nor opencode compacts the whole session on its own. */
const WIDE_WINDOW = 1_000_000;
/** Maximum time of the fastest compaction, in milliseconds of the processor: other programs slow some of them. */
const MAX_COMPACTION_MS = 2_000;

/** Drives a released opencode, or a fork of it, headless, with the plugin as it is published. */
const createCheck = (host: OpencodeCli): HostCheck => ({
  name: host.name,
  version: host.version,
  plugin: 'opencode',
  install: (folder) => host.install(folder),
  async check({ installed, extension, folder, note }) {
    const home = join(folder, 'home');
    const work = createWorkFolder(folder, FILES, 700);
    mkdirSync(home, { recursive: true });
    const model = await startScriptedModel(600_000);
    const env = { HOME: home, ...host.env };
    const cli = host.program(installed);
    const run = (...args: readonly string[]): Promise<string> =>
      runHost(cli, ['run', '-m', 'scripted/scripted', ...args], {
        cwd: work,
        env,
        timeoutMs: 400_000,
      });
    const configure = (window: number, ...plugins: readonly string[]): void =>
      host.configure(home, providerAt(model.url, window), plugins);

    try {
      const times = join(folder, 'times.txt');
      const timed = join(folder, 'timed.mjs');
      const plugin = pathToFileURL(join(extension, 'dist', 'index.js')).href;
      writeFileSync(timed, timedPlugin(plugin, times));
      configure(WINDOW, pathToFileURL(timed).href);
      await run('--command', 'keep', KEEP);
      model.play(
        Array.from({ length: STEPS }, (_, at) => ({ shell: `cat f${(at % FILES) + 1}.txt` })),
      );
      await run('-c', TASK);
      const { description, figures } = assertCompacted(model);
      note(description);
      assertKept(model.requests);
      assert.ok(model.sideRequests.length <= 1, 'a model was asked for a title at most');
      const requests = readTimes(times);
      const compactions = requests.filter(({ compacted }) => compacted);
      const others = requests.filter(({ compacted }) => !compacted);
      const fastest = Math.min(...compactions.map(({ cpu }) => cpu));
      note(`compactions took ${compactions.map(({ cpu, ms }) => `${cpu} (${ms})`).join(', ')} ms`);
      note(`any other request took at most ${Math.max(...others.map(({ cpu }) => cpu))} ms`);
      assert.ok(fastest <= MAX_COMPACTION_MS, `each compaction took ${fastest} ms or more`);

      configure(WINDOW, pathToFileURL(extension).href);
      const last = JSON.stringify(model.requests.at(-1)!.messages);
      const [id] = /#[0-9a-f]{8}/.exec(last) ?? [];
      model.play([{ tool: 'recall', input: { id, limit: 2 } }]);
      await run('-c', 'Recall the first file.');
      const resumed = model.requests.at(-1)!;
      assert.match(JSON.stringify(resumed.messages.at(-1)), /line 1 of file/);
      assertValid(model.requests.slice(-2));
      const small = sizeOf(resumed);
      assert.ok(small < 3.5 * WINDOW, 'a resumed session stays small');
      note(`a resumed session stays small (${small} characters) and recalls what was taken out`);

      model.play([COPIES_MARK]);
      await run('-c', 'Write the file.');
      assertStopped(model, work);
      note('a call that copies a mark is stopped, and the model is told why');

      configure(LARGE_WINDOW, pathToFileURL(extension).href);
      const beforeUndo = model.requests.length;
      await run('-c', '--command', 'palimpsest', 'undo');
      const undone = model.requests[beforeUndo]!;
      assert.ok(sizeOf(undone) > 0.7 * 4 * LARGE_WINDOW, 'undo brings the transcript back');
      assertValid([undone]);
      note(`undo brings back ${sizeOf(undone) - small} characters`);

      configure(WIDE_WINDOW, pathToFileURL(extension).href);
      await withServer(cli, { cwd: work, env }, async (server) => {
        const session = await server.newest();
        const palimpsest = async (args: string): Promise<ModelRequest> => {
          await server.command(session, 'palimpsest', args);
          return model.requests.at(-1)!;
        };
        const previewed = await palimpsest('preview');
        assert.match(JSON.stringify(previewed.messages.at(-1)), PREVIEW);
        const chosen = await palimpsest('compact before recall the FIRST');
        const [whole, left] = [sizeOf(previewed), sizeOf(chosen)];
        assert.ok(left < 0.7 * whole, `${whole} characters became ${left}`);
        assert.match(JSON.stringify(chosen.messages), /Recall the first file\./);
        const again = await palimpsest('undo');
        assert.ok(sizeOf(again) > whole, 'undo brings back what "compact before" removed');
        assertValid([previewed, chosen, again]);
        note(
          `preview changes nothing; "compact before" removes ${whole - left} characters, and undo brings them back`,
        );
      });

      configure(LARGE_WINDOW, pathToFileURL(extension).href);
      const asked = summariesIn(model);
      await withServer(cli, { cwd: work, env }, async (server) => {
        await server.compact(await server.newest());
      });
      assert.equal(summariesIn(model), asked, 'no model was asked for a summary');
      configure(WINDOW);
      await run('-c', 'Go on.');
      const summarized = model.requests.at(-1)!;
      assertValid([summarized]);
      assert.ok(JSON.stringify(summarized).includes(TASK), 'the summary has the demands');
      note(`the host's own compaction lasts without the plugin: ${sizeOf(summarized)} characters`);

      configure(WINDOW, pathToFileURL(extension).href);
      await withServer(cli, { cwd: work, env }, async (server) => {
        const session = await server.start();
        // The newest calls stay, so that the second compaction is about answers only, and the third about nothing.
        for (const [calls, compacted] of [
          [4, 1],
          [1, 2],
          [1, 0],
        ] as const) {
          model.play(Array.from({ length: calls }, () => ({ shell: 'head -n 400 f1.txt' })));
          const before = model.requests.length;
          await server.prompt(session, TASK);
          assert.equal(model.requests.length - before, calls + 1, 'the model answers each prompt');
          for (let at = 0; at < compacted; at += 1) await server.compact(session);
        }
      });
      assertValid(model.requests.slice(-2));
      note('three compactions of one session succeed, and swallow no prompt');
      return figures;
    } finally {
      await model.close();
    }
  },
});

export const checkOpencode = createCheck(opencodeCli);
export const checkKilo = createCheck(kiloCli);

function providerAt(url: string, context: number): object {
  return {
    scripted: {
      npm: '@ai-sdk/anthropic',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: {
        scripted: {
          tool_call: true,
          reasoning: true,
          options: { thinking: { type: 'enabled', budgetTokens: 4_000 } },
          limit: { context, output: 16_000 },
        },
      },
    },
  };
}

/** Returns a plugin that runs another one, and writes how long each request took it. */
function timedPlugin(plugin: string, path: string): string {
  return `
    import { appendFileSync } from 'node:fs';
    import plugin from ${JSON.stringify(plugin)};
    const HOOK = 'experimental.chat.messages.transform';
    const sizeOf = ({ messages }) => JSON.stringify(messages).length;
    export default {
      id: 'timed',
      async server(input, options) {
        let isCompacted = false;
        const showToast = async () => void (isCompacted = true);
        const client = { config: input.client.config, session: input.client.session, tui: { showToast } };
        const hooks = await plugin.server({ ...input, client }, options);
        return {
          ...hooks,
          async [HOOK](given, output) {
            isCompacted = false;
            const start = performance.now();
            const used = process.cpuUsage();
            await hooks[HOOK](given, output);
            const ms = Math.round(performance.now() - start);
            const { user, system } = process.cpuUsage(used);
            const cpu = Math.round((user + system) / 1000);
            appendFileSync(${JSON.stringify(path)}, JSON.stringify({ ms, cpu, compacted: isCompacted }) + '\\n');
          },
        };
      },
    };
  `;
}

interface RequestTime {
  /** Time that passed. */
  readonly ms: number;
  /** Time of the processor, of all threads of opencode. */
  readonly cpu: number;
  readonly compacted: boolean;
}

function readTimes(path: string): readonly RequestTime[] {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RequestTime);
}

/** Returns the number of requests without tools, other than those for titles, which come at any time. */
function summariesIn({ sideRequests }: ScriptedModel): number {
  return sideRequests.filter((side) => !JSON.stringify(side).includes('title generator')).length;
}
