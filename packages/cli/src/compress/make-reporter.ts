import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { CompressRequest } from './compress-request.ts';
import { jsonReporter } from './report-json.ts';
import { textReporter } from './report-text.ts';
import type { Reporter } from './reporter.ts';

const ignore = (): void => {};
const SILENT: Reporter = { compressed: ignore, skipped: ignore, finish: ignore, stop: ignore };

export function makeReporter(
  { report, out }: Pick<CompressRequest, 'report' | 'out'>,
  input: Input,
  io: MainIo,
): Reporter {
  if (report === 'json') return jsonReporter(io.stderr);
  return report === 'text' ? textReporter(input, io, out === '-') : SILENT;
}
