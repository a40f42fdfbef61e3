import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { seedChannel } from '../../store/seed-channel.ts'
import { innkeeper, newFolder, withData } from '../../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
// Root can write everywhere. Without this capability, file modes apply to root too.
const bound = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : []

type Finding = { name: string; state: 'ok' | 'off' | 'care' | 'wrong'; words: string }

describe('innkeeper doctor', { concurrency: 2 }, () => {
  const healthy = newFolder()
  before(() => withData(healthy, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, noon)))

  const examine = async (dataDir: string, options: { env?: Record<string, string>; under?: string[] } = {}) => {
    const { code, stdout, stderr } = await innkeeper(['doctor', '--json', '--data', dataDir], options)
    assert.equal(stderr, '')
    assert.match(stdout, /^\{.*\}\n$/)
    const findings: Finding[] = JSON.parse(stdout).findings
    return { code, findings, wrong: findings.filter(({ state }) => state === 'wrong') }
  }
  const spoiled = (spoil: (database: string) => void): string => {
    const dataDir = newFolder()
    cpSync(healthy, dataDir, { recursive: true, preserveTimestamps: true })
    spoil(join(dataDir, 'innkeeper.db'))
    return dataDir
  }

  test('finds nothing wrong with a healthy folder, changes nothing in it, and exits with 0', async () => {
    const before = hashFiles(healthy)
    const { code, findings, wrong } = await examine(healthy)
    assert.deepEqual([code, wrong], [0, []])
    assert.deepEqual(
      findings.map(({ name }) => name),
      [
        'configuration',
        'data folder',
        'database',
        'disk space',
        'events',
        'jobs',
        'snapshots',
        'media',
        'address',
        'platforms',
        'clock',
      ],
    )
    assert.equal(findings[2]?.words, 'The database is intact.')
    assert.deepEqual(hashFiles(healthy), before)
    const { stdout } = await innkeeper(['doctor', '--data', healthy])
    assert.match(stdout, /^ok {4}database {6}The database is intact\.$/m)
    assert.deepEqual(hashFiles(healthy), before)
  })

  test('creates nothing in a folder that is empty or does not exist', async () => {
    const empty = newFolder()
    const absent = join(empty, 'not', 'there')
    const [one, two] = [await examine(empty), await examine(absent)]
    assert.deepEqual([one.code, one.wrong, two.code, two.wrong], [0, [], 0, []])
    assert.deepEqual(readdirSync(empty), [])
    assert.equal(one.findings[2]?.words, 'There is no database yet. The first start creates it.')
    assert.deepEqual(two.findings[1], {
      name: 'data folder',
      state: 'care',
      words: `${absent} does not exist. If your service uses another folder, name it with --data. Otherwise, the first start creates it.`,
    })
  })

  test('says whether there is an address for sign-in links, and a snapshot', async () => {
    const dataDir = newFolder()
    await withData(dataDir, ({ store }) => seedChannel(store, 'C1', { owner: 'U1' }, noon))
    const lineOf = async (name: string, env?: Record<string, string>) => {
      const { findings } = await examine(dataDir, env ? { env } : {})
      return findings.filter((finding) => finding.name === name).map(({ state, words }) => ({ state, words }))
    }
    const [address] = await lineOf('address')
    assert.equal(address?.state, 'off')
    assert.match(
      address?.words ?? '',
      /^INNKEEPER_BASE_URL is empty, so the bot can't send sign-in links\. To change that, set it to/,
    )
    const connectedTo = (url: string) => ({
      LINE_CHANNEL_SECRET: '0123456789abcdef0123456789abcdef',
      LINE_CHANNEL_ACCESS_TOKEN: 'token',
      LINE_API_BASE_URL: url,
      LINE_DATA_API_BASE_URL: url,
    })
    assert.equal((await lineOf('address', connectedTo('http://line.invalid')))[0]?.state, 'care')
    const [practice] = await lineOf('address', connectedTo('http://127.0.0.1:9'))
    assert.equal(practice?.state, 'off')
    assert.match(
      practice?.words ?? '',
      /sign-in links lead to the address that the service listens on, such as http:\/\/127\.0\.0\.1:8080, and work only on/,
    )
    const set = { INNKEEPER_BASE_URL: 'https://inn.example' }
    assert.deepEqual(await lineOf('address', set), [{ state: 'ok', words: 'https://inn.example' }])

    const [none] = await lineOf('snapshots')
    assert.equal(none?.state, 'care')
    assert.match(
      none?.words ?? '',
      /^There is no snapshot of this server yet\. Set a schedule for snapshots in the service settings, .+ run \.\/innkeeper snapshot <folder>\.$/,
    )
    const places = { INNKEEPER_SNAPSHOT_FOLDER: newFolder(), INNKEEPER_SNAPSHOT_SCHEDULE: 'daily 03:00' }
    assert.match(
      (await lineOf('snapshots', places))[0]?.words ?? '',
      / The schedule is daily 03:00\. To make one now, run/,
    )
    await innkeeper(['snapshot', '--data', dataDir], { env: places })
    for (const env of [places, {}]) {
      const [made] = await lineOf('snapshots', env)
      assert.equal(made?.state, 'ok')
      assert.match(made?.words ?? '', /^The last one of this data was made at \d{4}-/)
    }
  })

  const cases: [what: string, spoil: (database: string) => void, words: RegExp][] = [
    [
      'damaged',
      (database) => {
        const bytes = readFileSync(database)
        bytes.fill(0xa7, 8192, 5 * 4096)
        writeFileSync(database, bytes)
      },
      /is damaged: .+ It was not changed; restore a snapshot, or choose another data folder\.$/,
    ],
    [
      'cut short',
      (database) => truncateSync(database, statSync(database).size - 3 * 4096),
      /(is damaged|cannot be read): .+ It was not changed; restore a snapshot, or choose another data folder\.$/,
    ],
    [
      'newer than the program',
      (database) => {
        const connection = new DatabaseSync(database)
        connection.exec('pragma user_version = 9999')
        connection.close()
      },
      /was written by a newer Innkeeper \(schema 9999, .+\)\. It was not changed; update Innkeeper\. To go back .+\.$/,
    ],
    [
      'missing while there are media files',
      (database) => {
        truncateSync(database, 0)
        mkdirSync(join(database, '..', 'media', 'ab'), { recursive: true })
      },
      /is missing or empty, but .+ contains data of an earlier one\. Restore a snapshot of the database/,
    ],
  ]
  for (const [what, spoil, words] of cases) {
    test(`says what is wrong with a database that is ${what}, and changes nothing`, async () => {
      const dataDir = spoiled(spoil)
      const before = hashFiles(dataDir)
      const { code, wrong } = await examine(dataDir)
      assert.equal(code, 1)
      assert.deepEqual(
        wrong.map(({ name }) => name),
        ['database'],
      )
      assert.match(wrong[0]?.words ?? '', words)
      assert.deepEqual(hashFiles(dataDir), before)
    })
  }

  test('says when the folder is not writable, and whose it must be; so does a start', async () => {
    const dataDir = newFolder()
    chmodSync(dataDir, 0o500)
    const [here, below, start] = await Promise.all([
      examine(dataDir, { under: bound }),
      examine(join(dataDir, 'below'), { under: bound }),
      innkeeper(['serve', '--port', '0', '--data', dataDir], { under: bound }),
    ])
    for (const { code, wrong } of [here, below]) {
      assert.equal(code, 1)
      assert.deepEqual(wrong, [
        {
          name: 'data folder',
          state: 'wrong',
          words: `${dataDir} is not writable by this user. Change its owner to the user of the service (chown), or choose another folder with --data.`,
        },
      ])
    }
    assert.equal(start.code, 1)
    assert.match(start.stderr, /^\/.+ cannot be used as the data folder: EACCES\. It must be a folder .+ --data\.\n$/)
    chmodSync(dataDir, 0o700)
    assert.equal((await examine(dataDir, { under: bound })).code, 0)
  })

  test('says when the folder is a file; so does a start', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, 'a letter')
    chmodSync(file, 0o700)
    const { code, wrong } = await examine(file)
    assert.deepEqual(
      [code, wrong[0]?.words],
      [1, `${file} is a file, not a folder. Choose another data folder with --data.`],
    )
    const start = await innkeeper(['serve', '--port', '0', '--data', file])
    assert.equal(start.code, 1)
    assert.match(start.stderr, /^\/.+ cannot be used as the data folder: \w+\. .+ --data\.\n$/)
    assert.equal(readFileSync(file, 'utf8'), 'a letter')
  })

  test('says which setting is wrong, and warns of keys that would be sent unencrypted', async () => {
    const dataDir = join(newFolder(), 'data')
    const [misconfigured, open, covered] = await Promise.all([
      examine(dataDir, { env: { INNKEEPER_RATE_LIMIT: 'many' } }),
      examine(dataDir, { env: { INNKEEPER_HOST: '0.0.0.0' } }),
      examine(dataDir, { env: { INNKEEPER_HOST: '0.0.0.0', INNKEEPER_BASE_URL: 'https://inn.example' } }),
    ])
    assert.equal(misconfigured.code, 1)
    assert.match(
      misconfigured.wrong[0]?.words ?? '',
      /^INNKEEPER_RATE_LIMIT is "many"\. Set it to .+\. Then run doctor again\.$/,
    )
    assert.deepEqual([open.code, open.findings[0]?.state], [0, 'care'])
    assert.match(open.findings[0]?.words ?? '', /keys are sent unencrypted\. Set INNKEEPER_ACME_DOMAIN/)
    assert.deepEqual([covered.code, covered.findings[0]?.state], [0, 'ok'])
    assert.equal(existsSync(dataDir), false)
  })
})

/** Every path in the folder, with the hash of each file. */
function hashFiles(dataDir: string): Record<string, string> {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  const pairs = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''] as const
  })
  return Object.fromEntries(pairs.sort(([a], [b]) => a.localeCompare(b)))
}
