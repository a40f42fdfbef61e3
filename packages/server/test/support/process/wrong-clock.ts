import { existsSync } from 'node:fs'
import { isSoak } from '../soak.ts'
import { sabotaged } from './sabotage.ts'

/** Of Debian's package `libfaketime`, by architecture. */
const libraries = ['x86_64', 'aarch64'].map((name) => `/usr/lib/${name}-linux-gnu/faketime/libfaketimeMT.so.1`)

/** How a process gets a wrong clock: from the C library, where everything it runs sees it, or only in JavaScript. */
export type WrongClock = { name: string; aheadBy(ms: number): Record<string, string> }

/** In soak tests, libfaketime if it is installed. The steady clock goes on as it is, as if someone had set the time. */
export function findWrongClock(): WrongClock {
  const library = isSoak ? libraries.find((path) => existsSync(path)) : undefined
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
