import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { errorCode } from '../errors.ts';
import type { MainIo } from '../main-io.ts';

/** What a program did. */
interface ProgramResult {
  /** `null` if it was ended. */
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of a host. Returns `undefined` if there is none of this name. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: MainIo['env'],
  timeout: number,
): ProgramResult | undefined {
  const options = {
    env: { ...env },
    timeout,
    encoding: 'utf8',
    input: '',
  } as const;
  const { error, status: code, stdout, stderr } = spawnSync(program, args, options);
  if (errorCode(error) === 'ENOENT') return undefined;
  return { code, output: stripVTControlCharacters(`${stdout ?? ''}${stderr ?? ''}`) };
}
