export { instrument, type InstrumentOptions } from './opentelemetry/instrument.ts';
