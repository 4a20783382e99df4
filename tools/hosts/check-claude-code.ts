import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
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
import { installs, runHost, until } from './run-host.ts';
import { startScriptedModel, type ModelRequest } from './scripted-model.ts';
import { createWorkFolder } from './work-folder.ts';

const VERSION = '2.1.332';
const FILES = 20;
const STEPS = 60;
/** Tokens at which Claude Code compacts, and 33,000 more, which it keeps free. */
const AUTOCOMPACT = 233_000;
/** Time in which it answers a prompt, and compacts. */
const IDLE_MS = 2_000;
/** Tokens at which it does not compact the whole session. */
const WIDE = 990_000;

/** Drives the released Claude Code, headless, with the plugin as it is published. */
export const checkClaudeCode: HostCheck = {
  name: 'claude-code',
  version: VERSION,
  install: installs(`@anthropic-ai/claude-code@${VERSION}`),
  async check({ installed, extension, command, folder, note }) {
    const home = join(folder, 'home');
    const work = createWorkFolder(folder, FILES, 550);
    mkdirSync(home, { recursive: true });
    const model = await startScriptedModel(300_000);
    const env = {
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: model.url,
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    };
    const cli = join(installed, 'node_modules', '.bin', 'claude');
    const run = (...args: readonly string[]): Promise<string> =>
      runHost(cli, args, { cwd: work, env });
    const ask = (prompt: string, ...args: readonly string[]): Promise<string> =>
      run(...HEADLESS, ...args, '--', prompt);
    const talk = (
      conversation: (write: (line: string) => void) => Promise<void>,
      ...args: readonly string[]
    ): Promise<string> =>
      runHost(cli, [...HEADLESS, ...args, '--input-format', 'stream-json'], {
        cwd: work,
        env,
        talk: conversation,
      });

    try {
      const bytes = gzipSync(readFileSync(join(extension, 'dist', 'register.js'))).length;
      assert.match(await run('plugin', 'validate', extension), /Validation passed/);
      await run('plugin', 'marketplace', 'add', extension);
      await run('plugin', 'install', 'palimpsest@palimpsest');
      note(`the plugin is valid, has ${bytes} bytes gzipped, and is installed`);

      await talk(async (write) => {
        write(promptLine(`/keep ${KEEP}`));
        write(promptLine('Hello.'));
        await until(() => model.requests.length > 0);
      });
      model.play(
        Array.from({ length: STEPS }, (_, at) => ({ shell: `cat f${(at % FILES) + 1}.txt` })),
      );
      const log = await ask(TASK, '--continue', '--autocompact', String(AUTOCOMPACT));
      const { description, figures } = assertCompacted(model);
      note(description);
      assertKept(model.requests);
      for (const line of log.match(/Compacted without a model[^"]*/g) ?? []) note(line);
      assertNoSummary(model.requests);
      const last = JSON.stringify(model.requests.at(-1)!.messages);

      const [id] = /#[0-9a-f]{8}/.exec(last) ?? [];
      model.play([{ tool: 'mcp__palimpsest__recall', input: { id, limit: 2 } }]);
      await ask('Recall the first file.', '--continue');
      const resumed = model.requests.at(-1)!;
      assert.match(JSON.stringify(resumed.messages.slice(-3)), /line 1 of file/);
      const small = sizeOf(resumed);
      assert.ok(small < 1.2 * last.length, 'a resumed session stays small');
      note(`a resumed session stays small (${small} characters) and recalls what was taken out`);

      model.play([COPIES_MARK]);
      await ask('Write the file.', '--continue');
      assertStopped(model, work);
      note('a call that copies a mark is stopped, and the model is told why');

      assert.match(await ask('/palimpsest preview', '--continue'), PREVIEW);

      const asked = model.requests.length;
      const newestSize = (): number => sizeOf(model.requests.at(-1)!);
      let [whole, prompts] = [0, 0];
      await talk(
        async (write) => {
          // The host compacts when it is idle, between two prompts.
          const promptUntil = async (holds: () => boolean): Promise<void> => {
            for (let more = 9; more > 0 && !holds(); more -= 1) {
              write(promptLine(`Prompt ${(prompts += 1)}.`));
              await until(() => model.requests.length >= asked + prompts);
              await setTimeout(IDLE_MS);
            }
          };
          write(promptLine('/palimpsest undo'));
          await promptUntil(() => newestSize() > 2 * small);
          whole = newestSize();
          write(promptLine('/palimpsest compact before recall the FIRST'));
          await promptUntil(() => newestSize() < 0.7 * whole);
        },
        '--continue',
        '--autocompact',
        String(WIDE),
      );
      assert.ok(whole > 2 * small, 'undo brings the transcript back');
      assert.ok(newestSize() < 0.7 * whole, `${whole} characters became ${newestSize()}`);
      assert.match(JSON.stringify(model.requests.at(-1)!.messages), /Recall the first file\./);
      assertNoSummary(model.requests);
      assertValid(model.requests.slice(asked));
      note(`undo brings back ${whole - small} characters`);
      note(`"compact before" removes ${whole - newestSize()} of them`);

      await run('plugin', 'uninstall', 'palimpsest@palimpsest');
      await run('plugin', 'marketplace', 'remove', 'palimpsest');
      await ask('Go on.', '--continue');
      assertValid(model.requests.slice(-1));
      note('a resume without the plugin is valid');

      const path = `${dirname(cli)}:${process.env['PATH']}`;
      const palimpsest = (...args: readonly string[]): Promise<string> =>
        runHost(command, args, { cwd: work, env: { ...env, PATH: path } });
      const settings = join(home, 'settings.json');
      const before = { includeCoAuthoredBy: false };
      writeFileSync(settings, JSON.stringify(before));
      const offersRecall = async (): Promise<boolean> => {
        await ask('Hello.');
        return model.requests.at(-1)!.tools.some(({ name }) => name === 'mcp__palimpsest__recall');
      };
      await palimpsest('install', 'claude-code');
      assert.ok(await offersRecall(), 'palimpsest install makes Claude Code load the plugin');
      assert.match(await palimpsest('doctor', 'claude-code'), /the plugin is in/);
      await palimpsest('uninstall', 'claude-code');
      // Claude Code leaves empty lists.
      const empty = { enabledPlugins: {}, extraKnownMarketplaces: {} };
      assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), { ...before, ...empty });
      assert.ok(!(await offersRecall()), 'palimpsest uninstall makes it stop');
      assert.match(await palimpsest('doctor', 'claude-code'), /the plugin is not installed/);
      note('palimpsest install, doctor and uninstall work, and leave the settings as they were');
      return figures;
    } finally {
      await model.close();
    }
  },
};

const HEADLESS = ['-p', '--allowedTools=Bash', '--output-format=stream-json', '--verbose'] as const;

/** Returns a line of standard input in the format `stream-json`. */
function promptLine(content: string): string {
  return JSON.stringify({ type: 'user', message: { role: 'user', content } });
}

/** Claude Code asks for its own summary in a request with the tools of the session. */
function assertNoSummary(requests: readonly ModelRequest[]): void {
  const asked = requests.filter(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('Respond with TEXT ONLY'),
  );
  assert.equal(asked.length, 0, 'no model was asked for a summary');
}
