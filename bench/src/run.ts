import { mkdirSync, writeFileSync } from 'node:fs';
import { compareTruncation } from './seed-truncation.ts';
import { measureSpeed } from './speed.ts';

const TOTAL_MESSAGES = 100_000;
const SIZES = [1_000, 10_000, 100_000];

const speed = [];
for (const size of SIZES) speed.push(await measureSpeed(size, TOTAL_MESSAGES));
console.log(`Speed: ${TOTAL_MESSAGES.toLocaleString('en')} messages at every size, median of 5`);
console.table(rounded(speed));
const growth = {
  highDensity: spread(speed.map(({ nanosecondsPerByte }) => nanosecondsPerByte)),
  jsonParse: spread(speed.map(({ jsonParseMs, megabytes }) => jsonParseMs / megabytes)),
  highDensityToJsonParse: spread(speed.map(({ highDensityToJsonParse }) => highDensityToJsonParse)),
  topDownToJsonParse: spread(speed.map(({ topDownToJsonParse }) => topDownToJsonParse)),
};
console.log('Largest cost per byte over the smallest, from 1,000 to 100,000 messages (flat is 1):');
console.table([rounded([growth])[0]]);

const truncation = [];
for (const size of [500, 1_000, 2_000, 4_000]) truncation.push(await compareTruncation(size));
console.log("top-down-truncation against the seed's loop, same estimator");
console.table(rounded(truncation));

const results = new URL('../results/', import.meta.url);
mkdirSync(results, { recursive: true });
writeFileSync(
  new URL('speed.json', results),
  `${JSON.stringify({ speed, growth, truncation }, undefined, 2)}\n`,
);

function spread(costs: readonly number[]): number {
  return Math.max(...costs) / Math.min(...costs);
}

function rounded(rows: readonly object[]): object[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'number' && !Number.isInteger(value)
          ? Number(value.toPrecision(3))
          : value,
      ]),
    ),
  );
}
