import { openCommandStore, openServiceStore } from '../../src/adapters/postgres/open-store.ts'
import { reuseWritingThreads } from '../../src/adapters/sql/writing-threads.ts'
import { openDatabase } from '../support/process/postgres.ts'
import { storeSuite } from './store-suite.ts'

reuseWritingThreads()
storeSuite('PostgreSQL', async (claim = 'first') => {
  const { url, drop } = await openDatabase()
  const options = { url, defaults: { timezone: 'UTC', claim }, pool: 10 }
  const open = () => openServiceStore(options)
  let store = await open()
  return {
    store,
    async reopen() {
      await store.close()
      store = await open()
      return store
    },
    another: () => openCommandStore(options),
    async remove() {
      await store.close()
      await drop()
    },
  }
})
