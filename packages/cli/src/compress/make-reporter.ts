import type { Input } from '../input/open-input.ts';
import type { MainIo } from '../main-io.ts';
import type { CompressRequest } from './compress-request.ts';
import { jsonReporter } from './report-json.ts';
import { textReporter } from './report-text.ts';
import { SILENT, type Reporter } from '../rewrite/reporter.ts';
import type { ConversationReport } from './conversation-report.ts';

export function makeReporter(
  { report, out }: Pick<CompressRequest, 'report' | 'out'>,
  input: Input,
  io: MainIo,
): Reporter<ConversationReport> {
  if (report === 'json') return jsonReporter(io.stderr);
  return report === 'text' ? textReporter(input, io, out === '-') : SILENT;
}
