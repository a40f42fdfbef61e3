import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'

// Runs several test files in this process, one after the other, each inside a test named after the file.
for (const file of process.argv.slice(2)) {
  // The test delays loading the file until its turn. The suite delays its tests until the file is loaded, and limits its hooks to
  // its own tests.
  void test(file, () => {
    describe(file, async () => {
      await import(pathToFileURL(resolve(file)).href)
    })
  })
}
