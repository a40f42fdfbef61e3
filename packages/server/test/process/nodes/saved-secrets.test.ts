import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { openDatabase } from '../../support/process/postgres.ts'
import { innkeeper, newFolder, serve } from '../../support/process/process.ts'
import { openBucket } from '../../support/process/s3.ts'
import { assertNowhere, nowhere, saverOf, saveSecrets, secretsWith } from '../../support/process/secret-canaries.ts'

const [former, fresh] = ['ab'.repeat(32), 'cd'.repeat(32)]
const secrets = secretsWith()

test('secrets that one node saves are used by the other, are nowhere as they are, and survive a change of their key', async () => {
  const { url, drop } = await openDatabase()
  after(drop)
  const shared = { ...nowhere, ...(await openBucket()).env, INNKEEPER_DATABASE_URL: url, INNKEEPER_LOG: 'trace' }
  const [folderA, folderB, folderC] = [newFolder(), newFolder(), newFolder()]
  const withKey = (key: string, old?: string) => ({
    ...shared,
    INNKEEPER_SECRET_KEY: key,
    ...(old !== undefined && { INNKEEPER_SECRET_KEY_OLD: old }),
  })
  const [a, b] = [
    await serve(folderA, { env: withKey(former) }),
    await serve(folderB, { env: withKey(former) }),
  ] as const
  const made = await innkeeper(['keys', 'create', '--user', 'U-operator', '--operator', '--json', '--data', folderC], {
    env: shared,
  })
  const { key } = JSON.parse(made.stdout)
  const answers = [await saveSecrets(saverOf(a.url, key), secrets)]
  const ask = async (from: string) => {
    const answer = await fetch(`${from}/api/operator/settings`, { headers: { authorization: `Bearer ${key}` } })
    return await answer.text()
  }
  answers.push(await ask(a.url), await ask(b.url))
  const isReadable = (text: string) => !text.includes('"isUnreadable":true')
  assert.ok(isReadable(answers.at(-1) ?? ''), 'the other node can open them')

  const snapshot = join(newFolder(), 'snapshot')
  const taken = await innkeeper(['snapshot', snapshot, '--data', folderC], { env: withKey(former) })
  assert.equal(taken.code, 0, taken.stderr)

  // Both nodes get the new key, and then one saves while the secrets are encrypted again.
  const ended = [await a.stop(), await b.stop()]
  assert.deepEqual(
    ended.map(({ code }) => code),
    [0, 0],
  )
  const nodes = [
    await serve(folderA, { env: withKey(fresh, former) }),
    await serve(folderB, { env: withKey(former) }),
  ] as const
  const late = 'canary-saved-during-the-change'
  const saving = Array.from({ length: 5 }, (_, index) =>
    saverOf(nodes[0].url, key)([{ name: 'aiKey', value: `${late}-${index}` }]),
  )
  const rotated = await innkeeper(['secrets', 'rotate', '--data', folderC], { env: withKey(fresh, former) })
  assert.match(rotated.stdout, /^Encrypted \d+ secrets? with the new key\.\n$/)
  answers.push(...(await Promise.all(saving)))
  assert.ok(isReadable(await ask(nodes[0].url)), 'nothing is left that only the former key opens')
  const refused = await fetch(`${nodes[1].url}/api/operator/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ changes: [{ name: 'aiKey', value: late }] }),
  })
  assert.equal(refused.status, 503)
  assert.match(
    await refused.text(),
    /encrypted with another key than that of this node\. Set INNKEEPER_SECRET_KEY to that key/,
  )
  for (const node of nodes) ended.push(await node.stop())

  const printed = ended.map(({ stdout, stderr }) => stdout + stderr).join('\n')
  const all = new Map([...secrets, ['saved during the change', late], ['the former key', former], ['the key', fresh]])
  assertNowhere(all, {
    log: { text: printed, control: '/api/operator/settings' },
    api: { text: answers.join('\n'), control: 'telegramBotToken' },
    database: { text: await dump(url), control: 'telegramBotToken' },
    snapshot: { text: filesIn(snapshot), control: 'telegramBotToken' },
  })

  // The former key opens nothing any more, and a node says so instead of starting.
  const wrong = await innkeeper(['serve', '--port', '0', '--data', folderC], { env: withKey(former) })
  assert.equal(wrong.code, 1)
  assert.match(
    wrong.stderr,
    /encrypted with a key that is not here: .*TELEGRAM_BOT_TOKEN.* Set INNKEEPER_SECRET_KEY to/,
  )
  const right = await serve(folderC, { env: withKey(fresh) })
  assert.ok(isReadable(await ask(right.url)))
  assert.equal((await right.stop()).code, 0)
})

/** All rows of all tables, as text. */
async function dump(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}
