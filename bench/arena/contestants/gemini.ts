import { ToolOutputMaskingService } from '@google/gemini-cli-core/dist/src/context/toolOutputMaskingService.js';
import { gemini } from '@palimpsest/formats/gemini';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contestant } from '../../src/arena/contestant.ts';
import { translate } from '../../src/arena/translation.ts';
import type { ChatMessage } from '../../src/retention/chat-message.ts';

export const geminiMasking: Contestant = {
  name: 'Gemini CLI masking',
  package: '@google/gemini-cli-core',
  call: '`ToolOutputMaskingService` with `protectionThresholdTokens: 5000` and `minPrunableThresholdTokens: 1000`, a tenth of its defaults and less, which leave most sessions as they are',
  async compress(messages) {
    const { translated, back } = translate(gemini, messages);
    const folder = mkdtempSync(join(tmpdir(), 'arena-'));
    const config = {
      getToolOutputMaskingConfig: () =>
        Promise.resolve({
          protectionThresholdTokens: 5_000,
          minPrunableThresholdTokens: 1_000,
          protectLatestTurn: true,
        }),
      storage: { getProjectTempDir: () => folder },
      getSessionId: () => 'session',
      getUsageStatisticsEnabled: () => false,
      getTelemetryLogPromptsEnabled: () => false,
    };
    try {
      const { newHistory } = await new ToolOutputMaskingService().mask(
        translated as never,
        config as never,
      );
      return back(newHistory as unknown as typeof translated).map((message) =>
        withoutRandomNames(message, folder),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Gives files that a result names the same name in every run. */
function withoutRandomNames(message: ChatMessage, folder: string): ChatMessage {
  if (message.role !== 'tool' || typeof message.content !== 'string') return message;
  const content = message.content
    .replaceAll(folder, '/tmp/arena')
    .replaceAll(/_[a-z0-9]*\.txt/g, '_a1b2c.txt');
  return content === message.content ? message : { ...message, content };
}
