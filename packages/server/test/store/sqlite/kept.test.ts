import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { keptInAccount, keptInChannel } from '../../../src/adapters/sql/members/kept-reads.ts'
import { migrations } from '../../../src/adapters/sql/migrations.ts'

/** Columns that contain people and that aren't counted in what is kept about someone, and why. */
const others: Readonly<Record<string, string>> = {
  'imports.actor': 'who added a chat history: the audit log has the same, and its entries are counted',
  'snapshot_runs.target': 'the folder or bucket of a snapshot',
  'members.user_id': 'listed as a channel of theirs, with name, picture, role and times',
  'subscriptions.user_id': 'shown with that channel',
  'private_members.user_id': 'shown with that channel',
  'channels.created_by': 'who added the bot: the audit log has the same, and its entries are counted',
  'media.user_id': 'who sent a file: files are counted with the messages',
  'search_names.user_id': 'the senders of messages, which are counted',
  'assistants.config_updated_by': 'the last of the changes that the audit log has',
  'assistants.welcome_updated_by': 'the last of the changes that the audit log has',
  'assistants.group_rules_updated_by': 'the last of the changes that the audit log has',
  'channel_settings.updated_by': 'the last of the changes that the audit log has',
  'assistant_staged.created_by': 'rules of an import for the moment that it runs; then they are counted as rules',
  'sends.sent_by': 'how it was sent, and no person',
  'settings.changed_by': 'an operator account, which is no person in a chat',
  'operator_log.actor': 'an operator account, which is no person in a chat',
}

test('every column that contains people is counted in what is kept about them, or left out for a reason', () => {
  const database = new DatabaseSync(':memory:')
  for (const step of migrations) database.exec(step)
  const columns = database
    .prepare(
      `select m.name as "table", c.name as "column" from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table'`,
    )
    .all()
    .map(({ table, column }) => `${table}.${column}`)
  database.close()
  const ofPeople = columns.filter((name) => /\.(?:user_id|sender|actor|target|\w*_by)$/.test(name))
  const sources = [...Object.values(keptInAccount), ...Object.values(keptInChannel)]
  const counted = sources.flatMap(({ table, person }) => person.map((column) => `${table}.${column}`))
  assert.deepEqual([...new Set([...counted, ...Object.keys(others)])].sort(), ofPeople.sort())
  assert.ok(ofPeople.length > 20, 'control: they are found')
})
