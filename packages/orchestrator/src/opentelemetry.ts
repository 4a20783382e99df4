export { instrument } from './opentelemetry/instrument.ts';
