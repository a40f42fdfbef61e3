import { openCommandStore } from '../../src/adapters/postgres/open-store.ts'
import { openDatabase } from '../support/process/postgres.ts'
import { storeSuite } from './store-suite.ts'

storeSuite('PostgreSQL', async (claim = 'first') => {
  const { url, drop } = await openDatabase()
  const open = () => openCommandStore({ url, defaults: { timezone: 'UTC', claim }, pool: 10 })
  let store = await open()
  return {
    store,
    async reopen() {
      await store.close()
      store = await open()
      return store
    },
    another: open,
    async remove() {
      await store.close()
      await drop()
    },
  }
})
