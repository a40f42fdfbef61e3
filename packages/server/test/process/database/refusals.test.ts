import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, type PostgresServer, startPostgres } from '../../../../../scripts/postgres.ts'
import { prepareDatabase, refuseFewConnections, refuseOld } from '../../../src/adapters/postgres/open-database.ts'
import type { Sql } from '../../../src/adapters/sql/sql.ts'
import { innkeeper, newFolder } from '../../support/process/process.ts'

// Every problem with the database is reported in a sentence that names the setting, before anything is changed.

describe('a database that cannot be used', () => {
  let server: PostgresServer
  before(async () => {
    server = await startPostgres({ inMemory: true })
  })
  after(() => server?.remove())

  test('a server that does not answer, a wrong password and a missing database stop the start', async () => {
    const { url } = await createDatabase(server)
    const wrong: [url: string, words: RegExp][] = [
      [withParts(url, { port: '1' }), /cannot be reached: ECONNREFUSED/],
      [withParts(url, { hostname: 'nowhere.invalid' }), /cannot be reached: (ENOTFOUND|EAI_AGAIN)/],
      [withParts(url, { password: 'canary-wrong' }), /password authentication failed.*Check the user and the password/],
      [withParts(url, { pathname: '/nothing_here' }), /database "nothing_here" does not exist.*Create the database/],
    ]
    for (const [address, words] of wrong) {
      const { code, stderr } = await serveOn(address)
      assert.equal(code, 1, stderr)
      assert.match(stderr, words)
      assert.match(stderr, /INNKEEPER_DATABASE_URL/)
      assertPlain(stderr, address)
    }
  })

  test('an address of something else is refused with what is allowed, and the secret in it is not shown', async () => {
    const { code, stderr } = await serveOn('mysql://inn:canary-secret@db.example/inn')
    assert.equal(code, 2, stderr)
    assert.match(stderr, /INNKEEPER_DATABASE_URL.*postgres:\/\//s)
    assert.ok(!stderr.includes('canary-secret'), stderr)
  })

  test('without permission to create tables, the error says which permission is missing', async () => {
    const { url, name } = await createDatabase(server)
    await onServer(url, "create user guest_only password 'guest'")
    await onServer(url, `grant connect on database ${name} to guest_only`)
    const { code, stderr } = await serveOn(withParts(url, { username: 'guest_only', password: 'guest' }))
    assert.equal(code, 1, stderr)
    assert.match(stderr, /INNKEEPER_DATABASE_URL refused: permission denied.*permission to create tables/)
  })

  test('a database that contains something else is left untouched', async () => {
    const { url } = await createDatabase(server)
    await onServer(url, 'create table somebody_elses (id integer)')
    await assert.rejects(prepareDatabase({ url }), /contains tables of another application.*not changed/)
    assert.deepEqual(await tablesOf(url), ['somebody_elses'])
  })

  test('a database that a newer version wrote is left untouched', async () => {
    const { url } = await createDatabase(server)
    await prepareDatabase({ url })
    await onServer(url, "update facts set value = '999' where name in ('schema', 'schema_oldest')")
    await assert.rejects(prepareDatabase({ url }), /INNKEEPER_DATABASE_URL was written by a newer Innkeeper.*999/)
  })

  test('a server that can lose a commit is refused, and the error names the setting', async () => {
    const { url } = await createDatabase(server)
    for (const setting of ['synchronous_commit', 'full_page_writes', 'fsync']) {
      await onServer(url, `alter system set ${setting} = off`)
      await onServer(url, 'select pg_reload_conf()')
      try {
        await untilSet(url, setting, 'off')
        await assert.rejects(prepareDatabase({ url }), new RegExp(`not be safe.*${setting} is off`))
      } finally {
        await onServer(url, `alter system reset ${setting}`)
        await onServer(url, 'select pg_reload_conf()')
        await untilSet(url, setting, 'on')
      }
    }
    assert.deepEqual(await tablesOf(url), [], 'nothing was created there')
    await prepareDatabase({ url })
  })

  test('fewer connections than a node needs are refused, with the number and who sets the limit', async () => {
    const { url, name } = await createDatabase(server)
    const needs = /needs up to (\d+) connections/
    const limit = async (count: number) => {
      await onServer(url, `alter database ${name} connection limit ${count}`)
      return await serveOn(url)
    }
    // Superusers are exempt from the limits, but the service must not count on that.
    const { code, stderr } = await limit(15)
    assert.equal(code, 1, stderr)
    assert.match(stderr, /but the database is limited to 15\. Raise the limit, or lower INNKEEPER_DATABASE_POOL/)
    const needed = Number(needs.exec(stderr)?.[1])
    await assert.rejects(refuseFewConnections({ url }, 16), /limited to 15/)
    await onServer(url, `alter database ${name} connection limit ${needed}`)
    await refuseFewConnections({ url }, needed)
    await onServer(url, `create role few_${name} login password 'few' connection limit 9`)
    const few = withParts(url, { username: `few_${name}`, password: 'few' })
    await assert.rejects(refuseFewConnections({ url: few }, 10), /its user is limited to 9/)
    await assert.rejects(refuseFewConnections({ url }, 1_000), /limited to|the server has 197/)
  })

  test('a server older than 15 is refused', async () => {
    const answering = (number: number, version: string) =>
      ({ get: async () => ({ number, version }) }) as unknown as Sql
    await assert.rejects(refuseOld(answering(140_012, '14.12')), /PostgreSQL 14\.12; version 15 or later is required/)
    await refuseOld(answering(150_000, '15.0'))
  })
})

function serveOn(databaseUrl: string) {
  return innkeeper(['serve', '--port', '0', '--data', newFolder()], { env: { INNKEEPER_DATABASE_URL: databaseUrl } })
}

function withParts(url: string, parts: Partial<URL>): string {
  return Object.assign(new URL(url), parts).href
}

function assertPlain(words: string, url: string): void {
  const { password } = new URL(url)
  assert.ok(password !== '' && !words.includes(password), `the password is not shown: ${words}`)
  assert.doesNotMatch(words, /\n\s+at /, 'a sentence, not a stack trace')
}

async function onServer(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function untilSet(url: string, setting: string, value: string): Promise<void> {
  for (const latest = Date.now() + 20_000; Date.now() < latest; ) {
    const [row] = await onServer(url, `show ${setting}`)
    if (row?.[setting] === value) return
    await pause(10)
  }
  throw new Error(`${setting} did not become ${value}`)
}

async function tablesOf(url: string): Promise<string[]> {
  const rows = await onServer(
    url,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  )
  return rows.map(({ name = '' }) => name)
}
