import type { SettingSpec, SettingValues } from '@palimpsest/core-types';
import { parseSettings, SettingError } from '@palimpsest/factory/settings';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, UsageError } from './errors.ts';
import type { MainIo } from './main-io.ts';

/** Name of the file with settings by full key: in the current folder, or in the nearest one above it. */
export const SETTINGS_FILE = 'palimpsest.json';

export const NO_SETTINGS_FILE_HELP: string = `do not read ${SETTINGS_FILE} of this folder or of one above it`;

/**
 * Returns the settings of the nearest file; `undefined` without one.
 *
 * @throws {UsageError} when the file cannot be read, or has a setting that is unknown or invalid
 */
export function readSettingsFile(
  { cwd }: Pick<MainIo, 'cwd'>,
  specs: () => readonly SettingSpec[],
): SettingValues | undefined {
  const found = findFile(cwd);
  if (found === undefined) return undefined;
  const { path, text } = found;
  try {
    return parseSettings(JSON.parse(text) as SettingValues, specs());
  } catch (error) {
    if (!(error instanceof SyntaxError) && !SettingError.isInstance(error)) throw error;
    const expected = error instanceof SyntaxError ? 'expected JSON. ' : '';
    throw new UsageError(`${path}: ${expected}${error.message}`, { cause: error });
  }
}

function findFile(folder: string): { readonly path: string; readonly text: string } | undefined {
  const path = join(folder, SETTINGS_FILE);
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      throw new UsageError(`${path}: cannot be read (${code || 'unknown error'}).`, {
        cause: error,
      });
    }
  }
  const above = dirname(folder);
  return above === folder ? undefined : findFile(above);
}
