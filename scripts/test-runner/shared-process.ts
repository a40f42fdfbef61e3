import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'

// Runs several test files in this process, one after the other, each in a test with its name.
for (const file of process.argv.slice(2)) {
  // The test keeps the file from being loaded before its turn; the suite keeps its tests from running before it is loaded, and its
  // hooks from running after another file's tests.
  void test(file, () => {
    describe(file, async () => {
      await import(pathToFileURL(resolve(file)).href)
    })
  })
}
