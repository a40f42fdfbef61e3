import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { receiveEvents } from '../../src/actions/messages/receive-events.ts'
import { hashToken, isToken } from '../../src/domain/accounts/token.ts'
import { peopleEvents } from '../support/content/events.ts'
import { innkeeper, newFolder, withData } from '../support/process/process.ts'

const dayMs = 86_400_000

describe('innkeeper keys', { concurrency: 2 }, () => {
  const create = (dataDir: string, ...words: string[]) =>
    innkeeper(['keys', 'create', '--data', dataDir, '--user', 'U1', ...words])

  test('create --json prints exactly one line with one object, whose key works', async () => {
    const dataDir = newFolder()
    const { code, stdout } = await create(dataDir, '--json', '--name', 'laptop', '--scope', 'read')
    assert.equal(code, 0)
    assert.match(stdout, /^\{.*\}\n$/)
    const made = JSON.parse(stdout)
    assert.ok(isToken(made.key))
    assert.match(made.id, /^k_\w{12}$/)
    assert.deepEqual(made, {
      id: made.id,
      key: made.key,
      userId: 'U1',
      name: 'laptop',
      scope: 'read',
      channels: null,
      operator: false,
      expiresAt: null,
    })
    const access = await withData(dataDir, ({ store }) => store.findAccess(hashToken(made.key), undefined))
    assert.equal(access?.userId, 'U1')
    assert.deepEqual(
      { ...access?.key },
      {
        id: made.id,
        kind: 'key',
        scope: 'read',
        isOperator: false,
        expiresAt: null,
        parentId: null,
        operatorId: null,
        limit: null,
      },
    )
  })

  test('create shows the key once, with what it is for and how long it is valid', async () => {
    const dataDir = newFolder()
    const { stdout } = await create(dataDir, '--expires', '30d')
    const [, id = '', key = ''] =
      /^Key (k_\w+) for U1, scope full, valid until \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\. Save it now, because it is not shown again:\n\n {2}(ink_\w+)\n\n$/.exec(
        stdout,
      ) ?? []
    assert.ok(isToken(key), stdout)
    const list = await innkeeper(['keys', 'list', '--data', dataDir])
    assert.match(list.stdout, new RegExp(`^${id} +U1 +full +all +– +valid`, 'm'))
    assert.equal(list.stdout.includes(key), false)
  })

  test('--operator gives operator rights, which are shown and listed', async () => {
    const dataDir = newFolder()
    const { stdout } = await create(dataDir, '--operator')
    const [, id, key = ''] =
      /^Key (k_\w+) for U1, scope full with operator rights, .*\n\n {2}(ink_\w+)/.exec(stdout) ?? []
    const access = await withData(dataDir, ({ store }) => store.findAccess(hashToken(key), undefined))
    assert.equal(access?.key.isOperator, true, stdout)
    const list = await innkeeper(['keys', 'list', '--data', dataDir])
    assert.match(list.stdout, new RegExp(`^${id} +U1 +full +all +yes +valid`, 'm'))
  })

  test('--channel limits the key to channels that exist, which are shown and listed', async () => {
    const dataDir = newFolder()
    await withData(dataDir, async ({ store }) => {
      const events = ['C1', 'C2', 'C3'].flatMap((id) => peopleEvents(id, { owner: 'U1' }, Date.now()))
      await receiveEvents({ store, clock: Date.now }, { platform: 'test', events, unread: [] })
    })
    const { stdout } = await create(dataDir, '--channel', 'C1', 'C2')
    const [, id, key = ''] =
      /^Key (k_\w+) for U1, scope full, only for C1 and C2, .*\n\n {2}(ink_\w+)/.exec(stdout) ?? []
    const roles = await withData(dataDir, async ({ store }) => {
      const found = ['C1', 'C2', 'C3'].map((channelId) => store.findAccess(hashToken(key), channelId))
      return (await Promise.all(found)).map((access) => access?.role)
    })
    assert.deepEqual(roles, ['member', 'member', undefined], stdout)
    const list = await innkeeper(['keys', 'list', '--data', dataDir])
    assert.match(list.stdout, new RegExp(`^${id} +U1 +full +C1 C2 +– +valid`, 'm'))
    const unknown = await create(dataDir, '--channel', 'C9')
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /No channel has the ID C9/)
  })

  test('--expires takes days, a day and a time', async () => {
    const dataDir = newFolder()
    const before = Date.now()
    const [days, day, time] = await Promise.all(
      ['30d', '2999-01-02', '2999-01-02T03:04:05Z'].map(async (text) => {
        const { code, stdout, stderr } = await create(dataDir, '--expires', text, '--json')
        assert.equal(code, 0, stderr)
        return JSON.parse(stdout).expiresAt as string
      }),
    )
    const inDays = (Date.parse(days ?? '') - before) / dayMs
    assert.ok(inDays > 29.99 && inDays < 30.01, days)
    assert.equal(day, '2999-01-02T00:00:00Z')
    assert.equal(time, '2999-01-02T03:04:05Z')
  })

  const refusedExpiry = /^--expires is ".*"\. Set it to a number of days such as 30d, or a future time such as .+\n$/
  const wrong: [words: string[], sentence: RegExp][] = [
    [['--expires', '30'], refusedExpiry],
    [['--expires', '2001-01-01'], refusedExpiry],
    [['--expires', '2999-02-30'], refusedExpiry],
    [['--expires', '2999-01-01 (soon)'], refusedExpiry],
    [['--operator', '--channel', 'C1'], /^--operator and --channel exclude each other/],
    [['--scope', 'write'], /^--scope is "write"\. Set it to full or read\.\n$/],
    [['--user', ''], /^--user must be 1 to 200 characters long\.\n$/],
    [['--user', 'U'.repeat(201)], /^--user must be 1 to 200 characters long\.\n$/],
    [['--name', 'n'.repeat(101)], /^--name must be at most 100 characters long\.\n$/],
  ]
  for (const [words, sentence] of wrong) {
    test(`create ${words.join(' ').slice(0, 40)} is refused with a sentence and exit code 2`, async () => {
      const dataDir = join(newFolder(), 'data')
      const { code, stdout, stderr } = await create(dataDir, ...words)
      assert.deepEqual([code, stdout], [2, ''])
      assert.match(stderr, sentence)
      assert.equal(existsSync(dataDir), false, 'nothing was created')
    })
  }

  test('revoke revokes a key, and says when there is none', async () => {
    const dataDir = newFolder()
    const { id } = JSON.parse((await create(dataDir, '--json')).stdout)
    const first = await innkeeper(['keys', 'revoke', id, '--data', dataDir])
    assert.deepEqual([first.code, first.stdout, first.stderr], [0, `Revoked ${id}.\n`, ''])
    const [again, unknown, list] = await Promise.all([
      innkeeper(['keys', 'revoke', id, '--data', dataDir]),
      innkeeper(['keys', 'revoke', 'k_nowhere', '--data', dataDir]),
      innkeeper(['keys', 'list', '--json', '--data', dataDir]),
    ])
    for (const { code, stdout, stderr } of [again, unknown]) {
      assert.deepEqual([code, stdout, stderr], [1, '', 'Key not found\n'])
    }
    const { keys } = JSON.parse(list.stdout)
    assert.deepEqual(
      keys.map((key: { id: string; userId: string; state: string }) => [key.id, key.userId, key.state]),
      [[id, 'U1', 'revoked']],
    )
  })

  test('list says so when there are none', async () => {
    const dataDir = newFolder()
    await withData(dataDir, async () => {})
    const { code, stdout } = await innkeeper(['keys', 'list', '--data', dataDir])
    assert.deepEqual([code, stdout], [0, 'No keys yet. Create one with: ./innkeeper keys create --user <id>\n'])
  })
})
