export { instrument } from './opentelemetry/instrument.ts';
export type { InstrumentOptions } from './opentelemetry/instrument-options.ts';
