import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { readAssistantFile } from '../../src/actions/assistant/assistant-file.ts'
import { issueKey } from '../../src/actions/storage/operator.ts'
import { seedChannel } from '../store/seed-channel.ts'
import { createCaller } from '../support/http/caller.ts'
import { innkeeper, newFolder, serve, withData } from '../support/process/process.ts'

const noon = Date.parse('2026-03-10T12:00:00Z')
const format = 'innkeeper-assistant/1'
const hours = { id: 'r_hours', keywords: ['営業時間'], question: 'When are you open?', answer: 'From 9 to 18.' }

describe('innkeeper assistant', { concurrency: 2 }, () => {
  const dataDir = newFolder()
  const files = newFolder()
  const write = (name: string, text: string | Uint8Array) => {
    writeFileSync(join(files, name), text)
    return join(files, name)
  }
  const run = (...words: string[]) => innkeeper(['assistant', ...words, '--data', dataDir])
  before(() =>
    withData(dataDir, async ({ store }) => {
      for (const channelId of ['C1', 'C2', 'C3', 'C4', 'C5', 'C6']) await seedChannel(store, channelId, {}, noon)
    }),
  )

  test('an assistant can be moved from one channel to another with a file', async () => {
    const path = write('first.json', JSON.stringify({ format, groupRules: { content: '1. Be kind.' }, rules: [hours] }))
    const first = await run('import', 'C1', path)
    assert.deepEqual([first.code, first.stderr], [0, ''])
    assert.match(first.stdout, /^created +rule +r_hours +When are you open\?$/m)
    assert.match(
      first.stdout,
      /\n1 rule created, 0 changed, 0 deleted, 0 unchanged\. Also replaced the group rules\. Saved as version 1\.\n$/,
    )
    const out = join(files, 'out.json')
    assert.deepEqual((await run('export', 'C1', '--out', out)).stdout, `Written to ${out}.\n`)
    assert.equal((await run('import', 'C2', out)).code, 0)
    const [one, other] = await Promise.all([run('export', 'C1'), run('export', 'C2')])
    assert.equal(one.stdout, other.stdout)
    assert.equal(one.stdout, readFileSync(out, 'utf8'))
    assert.match((await run('import', 'C2', out)).stdout, /^0 rules .+ The assistant already matches the file\.\n$/)
  })

  test('a dry run says what the run then does, in words and as JSON', async () => {
    const path = write('rules.csv', 'id,keywords,question,answer\nr_wifi,wifi,Password?,On the board.\n')
    await run('import', 'C3', write('hours.json', JSON.stringify({ format, rules: [hours] })))
    const words = await run('import', 'C3', path, '--replace', '--dry-run')
    assert.match(words.stdout, /^Dry run: nothing will be changed\.\n\nCHANGE /)
    assert.match(words.stdout, /^would be created +rule +r_wifi/m)
    assert.match(words.stdout, /^would be deleted +rule +r_hours/m)
    assert.match(words.stdout, /^1 rule isn't in the file and would be deleted\. To keep it, leave out --replace\.$/m)
    assert.match(
      words.stdout,
      /\n1 rule would be created, 0 changed, 1 deleted, 0 unchanged\. Nothing was changed\.\n$/,
    )
    const kept = await run('import', 'C3', path, '--dry-run')
    assert.match(kept.stdout, /^Not in the file, but kept: 1 rule\. To delete it, add --replace\.$/m)
    assert.equal((await run('import', 'C3', path, '--merge', '--dry-run')).stdout, kept.stdout)
    const dry = JSON.parse((await run('import', 'C3', path, '--dry-run', '--json')).stdout)
    const done = JSON.parse((await run('import', 'C3', path, '--json')).stdout)
    assert.deepEqual([dry.created, dry.deleted, done.version], [1, 0, 2])
    assert.deepEqual({ ...done, dryRun: true, version: null }, dry)
    const table = (await run('export', 'C3', '--csv')).stdout
    assert.match(table, /^\ufeffid,keywords,question,answer,.+\r\nr_hours,営業時間,.+\r\nr_wifi,wifi,/)
  })

  test('a run lists what it deletes before it does, and a keyword with a comma is pointed out', async () => {
    await run('import', 'C6', write('two.json', JSON.stringify({ format, rules: [hours] })))
    const rule = { keywords: ['wifi, wlan'], question: 'Password?', answer: 'On the board.' }
    const path = write('commas.json', JSON.stringify({ format, rules: [rule] }))
    const both = await run('import', 'C6', path, '--merge', '--replace')
    assert.deepEqual([both.code, both.stderr], [2, 'Choose either --merge or --replace, not both.\n'])
    const { code, stdout } = await run('import', 'C6', path, '--replace')
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^deleted +rule +r_hours[\s\S]+1 rule isn't in the file and is deleted\.[\s\S]+contain a comma or semicolon[\s\S]+"wifi, wlan" in Password\?\n\n1 rule created, 0 changed, 1 deleted, 0 unchanged\. Saved as version 2\.\n$/m,
    )
  })

  test('a file larger than the request limit is accepted', async () => {
    const rules = Array.from({ length: 600 }, (_, index) => ({
      keywords: [`word ${index}`],
      question: `Question ${index}?`,
      answer: 'x'.repeat(4000),
    }))
    const path = write('large.json', JSON.stringify({ format, rules }))
    const { created } = JSON.parse((await run('import', 'C4', path, '--json')).stdout)
    assert.equal(created, 600)
  })

  test('a running service uses what was imported beside it, and names the operator', async () => {
    const folder = newFolder()
    const key = await withData(folder, async ({ store }) => {
      await seedChannel(store, 'C1', { members: ['U1'] }, noon)
      const options = { userId: 'U1', name: '', scope: 'full', expiresAt: null } as const
      return (await issueKey({ store, clock: Date.now }, options)).key
    })
    const running = await serve(folder)
    const caller = createCaller(running.url, `Bearer ${key}`)
    assert.deepEqual((await caller.get('/api/channels/C1/assistant/qa')).body.rules, [])
    const path = write('beside.json', JSON.stringify({ format, rules: [hours] }))
    assert.equal((await innkeeper(['assistant', 'import', 'C1', path, '--data', folder])).code, 0)
    const { rules } = (await caller.get('/api/channels/C1/assistant/qa')).body
    assert.deepEqual([rules.length, rules[0].createdBy], [1, 'operator'])
    assert.equal((await caller.get('/api/channels/C1/assistant/versions')).body.versions[0].by, 'operator')
    assert.equal((await running.stop()).code, 0)
  })

  test('a file that cannot be imported is refused with a sentence', async () => {
    const wrong = JSON.stringify({ format, rules: [hours, { ...hours, id: 'r_2', keywords: [''] }] })
    const latin = Buffer.from('keywords,question,answer\ncaf\xe9,Q?,A', 'latin1')
    const [inPlace, inRow, inLatin, ofNoKind, inExcel, renamed] = await Promise.all([
      run('import', 'C5', write('wrong.json', wrong), '--dry-run'),
      run('import', 'C5', write('rows.csv', 'keywords,question,answer\n"bus\ntrain",Bus?,At ten\nhi,Hi?,\n')),
      run('import', 'C5', write('latin.csv', latin)),
      run('import', 'C5', write('rules.txt', 'keywords,question,answer\n')),
      run('import', 'C5', write('rules.xlsx', 'PK\u0003\u0004')),
      run('import', 'C5', write('renamed.csv', 'PK\u0003\u0004')),
    ])
    assert.deepEqual(
      [inPlace.code, inPlace.stdout, inPlace.stderr],
      [1, '', 'rules[1].keywords[0] must not be empty\n'],
    )
    assert.deepEqual([inRow.code, inRow.stderr], [1, 'Row 3, column answer: answer must not be empty\n'])
    assert.equal(inLatin.code, 2)
    assert.match(inLatin.stderr, /latin\.csv is not UTF-8\. In a spreadsheet program, save it/)
    assert.equal(ofNoKind.code, 2)
    assert.match(ofNoKind.stderr, /rules\.txt is neither a \.json nor a \.csv file/)
    const asText = await run('export', 'C5', '--out', join(files, 'a.txt'))
    assert.deepEqual(
      [asText.code, asText.stderr],
      [2, `${join(files, 'a.txt')} must end in .json or .csv, so that it can be imported again.\n`],
    )
    const asExcel = await run('export', 'C5', '--out', 'rules.xlsx')
    assert.equal(asExcel.code, 2)
    assert.match(asExcel.stderr, /rules\.xlsx can't be written\. Choose a file that ends in \.csv/)
    for (const { code, stderr } of [inExcel, renamed]) {
      assert.equal(code, 2)
      assert.match(
        stderr,
        /This is an Excel file\. Save it as CSV in your spreadsheet program, then choose that file\./,
      )
    }
  })

  test('an export replaces a file only if it is told to', async () => {
    const path = write('kept.json', 'a letter')
    const refused = await run('export', 'C5', '--out', path)
    assert.equal(refused.code, 2)
    assert.match(
      refused.stderr,
      /kept\.json already exists and was left untouched\. Choose another name, or add --force/,
    )
    assert.equal(readFileSync(path, 'utf8'), 'a letter')
    assert.equal((await run('export', 'C5', '--out', path, '--force')).code, 0)
    assert.match(readFileSync(path, 'utf8'), /"format": "innkeeper-assistant\/1"/)
  })

  test('a missing channel or file is named', async () => {
    const path = write('any.json', JSON.stringify({ format }))
    const [exported, imported, absent] = await Promise.all([
      run('export', 'C-none'),
      run('import', 'C-none', path),
      run('import', 'C5', join(files, 'none.json')),
    ])
    for (const answer of [exported, imported]) {
      assert.deepEqual(
        [answer.code, answer.stderr],
        [1, 'No channel has the ID C-none. To see all IDs, run ./innkeeper channels list.\n'],
      )
    }
    assert.equal(absent.code, 2)
    assert.match(absent.stderr, /none\.json cannot be read: ENOENT/)
  })
})

test('problems in a file are named', () => {
  const refused: [text: string, sentence: RegExp][] = [
    ['{"format": ', /^The file is not valid JSON: /],
    ['[]', /^File must be an object$/],
    ['{"rules":[]}', /^This isn't an export of an assistant: "format" is missing at the top\.$/],
    ['{"format":"innkeeper-assistant/1","ruels":[]}', /^Unknown field "ruels"\. Did you mean "rules"\?$/],
    ['{"format":"innkeeper-assistant/1","people":[]}', /^Unknown field "people"$/],
    ['{"format":"innkeeper-assistant/1","groupRules":{"content":"\\ud800"}}', /^groupRules\.content contains half/],
  ]
  for (const [text, message] of refused) {
    assert.throws(() => readAssistantFile(text, 'json', 'merge'), { message }, text)
  }
})
