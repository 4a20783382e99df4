import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readGuide } from '../guide/read-guide.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

describe('docs/write-your-own.md', () => {
  const steps = readGuide(read('docs/write-your-own.md'));

  test('consists of files, commands and their output, and all of it is run', () => {
    const blocks = read('docs/write-your-own.md').split(/^```/m).length - 1;
    const files = steps.filter(({ kind }) => kind === 'write').length;
    const seen = steps.filter(({ kind }) => kind === 'see').length;
    const shells = read('docs/write-your-own.md').split('```sh').length - 1;
    expect(files + seen + shells).toBe(blocks / 2);
    expect([files, seen]).toEqual([5, 2]);
    expect(steps.filter((step) => step.kind === 'run').map(({ command }) => command)).toContain(
      'npx vitest run',
    );
  });

  test('requires the tools of this project in the same versions', () => {
    const manifest = steps.find((step) => step.kind === 'write' && step.path === 'package.json');
    const { devDependencies } = JSON.parse(
      (manifest as { readonly text: string }).text,
    ) as Manifest;
    const own = (JSON.parse(read('package.json')) as Manifest).devDependencies;
    for (const name of ['typescript', 'vitest']) expect(devDependencies[name]).toBe(own[name]);
  });
});
