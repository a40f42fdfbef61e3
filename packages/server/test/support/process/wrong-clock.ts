import { existsSync } from 'node:fs'
import { isSoak } from '../soak.ts'
import { sabotaged } from './sabotage.ts'

/** Of Debian's package `libfaketime`, by architecture. */
const libraries = ['x86_64', 'aarch64'].map((name) => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** How a process gets a wrong clock: from the C library, where everything it runs sees it, or only in JavaScript. */
export type WrongClock = { name: string; aheadBy(ms: number): Record<string, string> }

/** `mayFakeTime`: libfaketime if it is installed, which is slower. In tests only in the long form. The steady clock goes on as it is, as if someone had set the time. */
export function findWrongClock({ mayFakeTime = isSoak } = {}): WrongClock {
  const library = mayFakeTime ? libraries.find((path) => existsSync(path)) : undefined
  if (library === undefined) return { name: 'a clock of JavaScript', aheadBy: (ms) => sabotaged(`clock:${ms}`) }
  return {
    name: 'libfaketime',
    aheadBy: (ms) => ({
      LD_PRELOAD: library,
      FAKETIME: `${ms < 0 ? '-' : '+'}${Math.abs(ms) / 1000}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // A condition that waits until a point of the steady clock would otherwise wait for the wrong time.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    }),
  }
}
