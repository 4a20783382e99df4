export { main } from './main.ts';
export type { MainIo, OutputStream } from './main-io.ts';
export type { ExitCode } from './exit-code.ts';
