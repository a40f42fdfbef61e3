import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, type PostgresServer, startPostgres } from '../postgres.ts'

let server: PostgresServer
const children: ChildProcess[] = []

before(async () => {
  server = await startPostgres()
})

after(async () => {
  for (const child of children) child.kill('SIGKILL')
  await server?.remove()
})

test('two databases on one server are separate', async () => {
  const [one, other] = await Promise.all([createDatabase(server), createDatabase(server)])
  await ask(one.url, 'create table guests (name text)')
  await assert.rejects(ask(other.url, 'select * from guests'), { code: '42P01' })
  await Promise.all([one.drop(), other.drop()])
  await assert.rejects(ask(one.url, 'select 1'), { code: '3D000' })
})

test('databases with the same schema create it once and share no rows', async () => {
  let made = 0
  const schema = {
    edition: 'guests, the first',
    create: async (url: string) => {
      made++
      await ask(url, 'create table guests (name text)')
    },
  }
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => createDatabase(server, schema)))
  assert(one && other && third)
  await ask(one.url, "insert into guests values ('Aiko')")
  assert.deepEqual(await ask(one.url, 'select name from guests'), [{ name: 'Aiko' }])
  assert.deepEqual(await ask(other.url, 'select name from guests'), [])
  assert.equal(made, 1)
  const edited = await createDatabase(server, { ...schema, edition: 'guests, the second' })
  assert.equal(made, 2)
  await Promise.all([one, other, third, edited].map((database) => database.drop()))
})

test('committed data survives a stop, a crash and a kill', async () => {
  const { url, drop } = await createDatabase(server)
  await ask(url, 'create table nights (night int)')
  const ends = [() => server.stop(), () => server.stop('immediate'), () => server.kill()]
  for (const [night, end] of ends.entries()) {
    await ask(url, `insert into nights values (${night})`)
    await end()
    assert.equal(server.isRunning, false)
    await assert.rejects(ask(url, 'select 1'), { code: 'ECONNREFUSED' })
    await server.start()
  }
  assert.deepEqual(await ask(url, 'select night from nights order by night'), [
    { night: 0 },
    { night: 1 },
    { night: 2 },
  ])
  await drop()
})

test('a wrong password is refused', async () => {
  const url = new URL(server.url)
  url.password = 'guessed'
  await assert.rejects(ask(url.href, 'select 1'), { code: '28P01' })
})

test('a server is durable unless a test changes its settings', async (t) => {
  const safety = `select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name collate "C"`
  const settings = async (url: string) => (await ask(url, safety)).map(({ setting }) => setting)
  assert.deepEqual(await settings(server.url), ['on', 'on', 'on'])
  const careless = await startPostgres({ settings: { fsync: 'off' } })
  t.after(() => careless.remove())
  assert.deepEqual(await settings(careless.url), ['off', 'on', 'on'])
})

test('a server stops when the process that started it ends, even by SIGKILL', async () => {
  const owner = runCode(`const { url, dataDir } = await startPostgres()
    console.log(JSON.stringify({ url, dataDir }))
    setInterval(() => {}, 1000)`)
  const { url, dataDir } = JSON.parse(await firstLine(owner))
  assert.deepEqual(await ask(url, 'select 1 as one'), [{ one: 1 }])
  owner.kill('SIGKILL')
  await isGone(url)
  await until(() => !existsSync(dataDir))
})

test('the processes of a test run share a server that stops with the run, and then no folder of theirs is left', async () => {
  const runner = runCode('setInterval(() => {}, 1000)')
  const asks = () => runCode(`console.log(await ensureSharedPostgres(${runner.pid}))`)
  const [one, other] = await Promise.all([asks(), asks()].map(firstLine))
  assert(one)
  assert.equal(other, one)
  // The processes that asked have ended, but the run continues.
  assert.equal(await firstLine(asks()), one)
  assert.deepEqual(await ask(one, 'select 1 as one'), [{ one: 1 }])
  // As a test does that is killed together with the run.
  const test = runCode("console.log(mkdtempSync(openMemoryFolder() + '/inn-of-' + process.pid + '-'))")
  const folder = await firstLine(test)
  assert.ok(existsSync(folder))
  runner.kill('SIGKILL')
  await isGone(one)
  await until(() => !existsSync(folder))
})

test('without PostgreSQL, the error says what was tried and what to do', async () => {
  const nowhere = await lastWords(runCode('await startPostgres()', { INNKEEPER_TEST_POSTGRES_BIN: '/no/such/place' }))
  assert.match(nowhere, /NO POSTGRESQL FOR THE TESTS.*\/no\/such\/place.*TEST_DATABASE_URL/)
  const silent = { TEST_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres' }
  const unanswered = await lastWords(runCode('await ensureSharedPostgres()', silent))
  assert.match(unanswered, /NO POSTGRESQL FOR THE TESTS.*TEST_DATABASE_URL does not answer.*unset/)
})

test('a server in TEST_DATABASE_URL is used instead of starting one', async () => {
  const child = runCode('console.log(await ensureSharedPostgres())', { TEST_DATABASE_URL: server.url })
  assert.equal(await firstLine(child), server.url)
})

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  // When the server stops, the connection drops. The pending query reports it, so the event needs no handling.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs code in a separate process, with the functions of `postgres.ts`. */
function runCode(code: string, settings: Record<string, string> = {}): ChildProcess {
  const all = `import { mkdtempSync } from 'node:fs'
    import { ensureSharedPostgres, startPostgres } from ${JSON.stringify(import.meta.resolve('../postgres.ts'))}
    import { openMemoryFolder } from ${JSON.stringify(import.meta.resolve('../postgres/server-folders.ts'))}`
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${all}\n${code}`], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  assert(child.stdout)
  for await (const line of createInterface(child.stdout)) return line
  throw new Error(`The process printed nothing: ${child.stderr?.read()}`)
}

/** The error output of a process that must fail. */
async function lastWords(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (data) => (said += data))
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
  return said
}

function isGone(url: string): Promise<void> {
  return until(async () => {
    const error = await ask(url, 'select 1').then(
      () => undefined,
      (reason) => reason,
    )
    return error?.code === 'ECONNREFUSED'
  })
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isTrue())) {
    assert(Date.now() < deadline, 'still false after 30 s')
    await sleep(50)
  }
}
