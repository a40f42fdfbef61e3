import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Companion } from './test-together.ts'

// Run in a process of its own: several test files, one after the other, each in a test that bears its name. What they share is loaded
// and compiled once.

const companions = process.argv.slice(2).map((text): Companion => JSON.parse(text))

// Before the files, because hooks belong to where they are set up: what all may use must not end with the first of them.
for (const path of new Set(companions.flatMap(({ shared }) => shared))) await import(pathToFileURL(path).href)

for (const { name, file } of companions) {
  // The test keeps the file from being loaded before its turn; the suite keeps its tests from running before it is loaded.
  void test(name, () => {
    describe(name, async () => {
      await import(pathToFileURL(resolve(file)).href)
    })
  })
}
