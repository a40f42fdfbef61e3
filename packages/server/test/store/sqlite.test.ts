import { rmSync } from 'node:fs'
import { reuseWritingThreads } from '../../src/adapters/sql/writing-threads.ts'
import { openCommandStore, openServiceStore } from '../../src/adapters/sqlite/open-store.ts'
import type { WriterOptions } from '../../src/adapters/sqlite/writer.ts'
import type { Store } from '../../src/ports/store.ts'
import { newFastFolder } from '../support/folder.ts'
import { storeSuite } from './store-suite.ts'
import type { OpenStore } from './store-world.ts'

reuseWritingThreads()
storeSuite('SQLite, writing in a thread, as a service does', inFolder(openServiceStore))
storeSuite('SQLite, writing in place, as a command does', inFolder(openCommandStore))

function inFolder(openIn: (options: WriterOptions) => Promise<Store>): OpenStore {
  return async (claim = 'first') => {
    const defaults = { timezone: 'UTC', claim }
    const dataDir = newFastFolder()
    let store = await openIn({ dataDir, defaults })
    return {
      store,
      async reopen() {
        await store.close()
        store = await openIn({ dataDir, defaults })
        return store
      },
      another: () => openCommandStore({ dataDir, defaults }),
      async remove() {
        await store.close()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  }
}
