import { compareTruncation } from './seed-truncation.ts';
import { measureSpeed } from './measure-speed.ts';
import { reportOf, tableOf, type SpeedReport } from './report.ts';
import { printTable, spread } from '../tables.ts';

const TOTAL_MESSAGES = 100_000;
const SIZES = [1_000, 10_000, 100_000];

/** Measures `high-density` and `top-down-truncation`. */
export async function speedReport(): Promise<SpeedReport> {
  const speed = [];
  for (const size of SIZES) speed.push(await measureSpeed(size, TOTAL_MESSAGES));
  printTable(
    `Speed: ${TOTAL_MESSAGES.toLocaleString('en')} messages at every size, median of 5`,
    speed,
  );
  const growth = {
    highDensity: spread(speed.map(({ nanosecondsPerByte }) => nanosecondsPerByte)),
    jsonParse: spread(speed.map(({ jsonParseMs, megabytes }) => jsonParseMs / megabytes)),
    highDensityToJsonParse: spread(
      speed.map(({ highDensityToJsonParse }) => highDensityToJsonParse),
    ),
    topDownToJsonParse: spread(speed.map(({ topDownToJsonParse }) => topDownToJsonParse)),
  };
  printTable(
    'Largest cost per byte over the smallest, from 1,000 to 100,000 messages (flat is 1):',
    [growth],
  );

  const truncation = [];
  for (const size of [500, 1_000, 2_000, 4_000]) truncation.push(await compareTruncation(size));
  printTable("top-down-truncation against the seed's loop, same estimator", truncation);
  return reportOf({
    speed: tableOf(speed, {
      by: ['messages'],
      counts: ['megabytes'],
      ratios: ['highDensityToJsonParse', 'topDownToJsonParse'],
    }),
    growth: tableOf([growth], {
      by: [],
      ratios: ['highDensity', 'jsonParse', 'highDensityToJsonParse', 'topDownToJsonParse'],
    }),
    truncation: tableOf(truncation, {
      by: ['messages'],
      counts: ['seedEntriesEstimated', 'oursEntriesEstimated'],
      ratios: ['ratio'],
    }),
  });
}
