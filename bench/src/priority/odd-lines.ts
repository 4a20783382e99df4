import type { Dice } from '../dice.ts';
import { word } from './texts.ts';

/** Usual lines of a program's output. */
export const USUAL: Readonly<Record<string, (dice: Dice, at: number) => string>> = {
  log: (dice) =>
    `2026-03-0${dice.between(1, 9)}T1${dice.between(0, 9)}:3${dice.between(0, 9)}:05Z INFO job ${word(dice)}-${dice.between(100, 9_999)} ${word(dice)} took ${dice.between(20, 990)}ms`,
  tests: (dice, at) => `  ✓ ${word(dice)} ${word(dice)} keeps its ${word(dice)} (${at % 90} ms)`,
  access: (dice) =>
    `10.0.0.${dice.between(1, 250)} - - "GET /${word(dice)}/${dice.between(1, 999)} HTTP/1.1" 200 ${dice.between(200, 9_000)}`,
  pods: (dice, at) => `${word(dice)}-${1_000 + at}   1/1   Running   0   ${dice.between(1, 90)}d`,
  build: (dice) =>
    `[${dice.between(1, 99)}%] Building CXX object ${word(dice)}/${word(dice)}.cpp.o`,
  copied: (dice) =>
    `copied ${word(dice)}/${word(dice)}-${dice.between(1, 999)}.dat (${dice.between(1, 900)} kB)`,
};

type Usual = keyof typeof USUAL;

/** Lines that differ in kind from the usual ones around them. */
export const ODD_LINES: readonly (readonly [usual: Usual, line: string])[] = [
  ['log', '2026-03-04T11:30:05Z ERROR job tide-77 lost its lock'],
  ['log', '2026-03-04T11:30:05Z FATAL the ledger cannot be opened'],
  ['log', '2026-03-04T11:30:05Z CRITICAL disk of crane-4 is full'],
  ['log', '2026-03-04T11:30:05Z WARN job mast-12 retried 5 times'],
  ['log', '2026-03-04T11:30:05Z SEVERE pump-3 does not answer'],
  ['log', 'panic: runtime error: index out of range [5] with length 3'],
  ['log', 'Segmentation fault (core dumped)'],
  ['log', 'Killed'],
  ['log', 'java.lang.IllegalStateException: gate is closed'],
  ['log', "TypeError: Cannot read properties of undefined (reading 'berth')"],
  ['log', "ValueError: invalid literal for int() with base 10: 'quay'"],
  ['log', "thread 'main' panicked at src/tide.rs:40:9:"],
  ['log', 'Out of memory: Killed process 4711 (pilot)'],
  ['log', 'deadlock detected'],
  ['log', 'Traceback (most recent call last):'],
  ['tests', '  ✗ gate opens only for its owner (12 ms)'],
  ['tests', '  × gate opens only for its owner (12 ms)'],
  ['tests', '  ✘ gate opens only for its owner (12 ms)'],
  ['tests', 'FAIL packages/gate/test/owner.test.ts'],
  ['tests', 'not ok 41 - gate opens only for its owner'],
  ['tests', '--- FAIL: TestGateOwner (0.01s)'],
  ['tests', 'AssertionError: expected 3 to be 4'],
  ['tests', '  ↓ gate opens only for its owner [skipped]'],
  ['access', '10.0.0.7 - - "GET /quay/17 HTTP/1.1" 500 812'],
  ['access', '10.0.0.7 - - "POST /quay HTTP/1.1" 503 90'],
  ['access', 'upstream timed out (110: Connection timed out)'],
  ['pods', 'gate-77   0/1   CrashLoopBackOff   41   3d'],
  ['pods', 'gate-77   0/1   ImagePullBackOff   0   3d'],
  ['pods', 'gate-77   0/1   OOMKilled   2   3d'],
  ['pods', 'gate-77   0/1   Evicted   0   3d'],
  ['pods', 'gate-77   0/1   Pending   0   3d'],
  ['build', "tide/gate.cpp:41:7: error: use of undeclared identifier 'berth'"],
  ['build', "tide/gate.cpp:41:7: warning: unused variable 'berth'"],
  ['build', 'ld: symbol(s) not found for architecture arm64'],
  ['build', 'make: *** [Makefile:12: all] Error 2'],
  ['copied', 'CONFLICT (content): Merge conflict in tide/gate.ts'],
  ['copied', '! [rejected] main -> main (non-fast-forward)'],
  ['copied', 'cp: cannot stat gate.dat: No such file or directory'],
  ['copied', 'rsync: write failed on "gate.dat": No space left on device (28)'],
  ['copied', 'permission denied: gate.dat'],
];
