import { checkStrategy } from '@palimpsest/conformance';
import type { CheckReport } from '@palimpsest/conformance';
import { plugin } from './plugin.ts';

export const report: CheckReport = await checkStrategy(plugin, { runs: 500 });
if (report.counterexample !== undefined) throw new Error(report.counterexample.broken.join('\n'));
