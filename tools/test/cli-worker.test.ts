import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundlePackage } from '../build/bundle-package.ts';

test('the published command has the file of its thread beside every chunk that may start it', async () => {
  const out = mkdtempSync(join(tmpdir(), 'cli-'));
  onTestFinished(() => rmSync(out, { recursive: true }));
  const chunks = await bundlePackage(
    fileURLToPath(new URL('../../packages/cli', import.meta.url)),
    out,
  );
  const starts = chunks.filter(({ code }) => code.includes('new Worker('));
  expect(starts.length).toBeGreaterThan(0);
  for (const { fileName } of starts)
    expect(existsSync(join(out, fileName, '../worker.js'))).toBe(true);
});
